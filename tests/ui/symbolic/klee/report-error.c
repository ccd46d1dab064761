//@ paths: 1
// An error that the harness reports by itself.
#include <klee/klee.h>
int main(void)
{
    if (klee_int("x") == 77)
        klee_report_error(__FILE__, __LINE__, "a wrong number", "number"); //~ error-call
    return 0;
}
