//@ paths: 1
// A trap of the compiler's is an abort.
#include <secateur.h>
int main(void)
{
    unsigned char n;
    secateur_symbolic(&n, 1, "n");
    if (n == 6)
        __builtin_trap(); //~ abort
    return 0;
}
