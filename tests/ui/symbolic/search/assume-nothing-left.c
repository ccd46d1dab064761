//@ paths: 0
//@ tests: 0
// Nothing is left behind a false assumption.
#include <secateur.h>
#include <stdlib.h>
int main(void)
{
    secateur_assume(0);
    abort();
}
