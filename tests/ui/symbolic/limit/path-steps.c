//@ args: --path-steps 20000
//@ status: limit
//@ paths: 1
//@ cut: 1
// A path without an end is cut; the others are not touched by it.
#include <secateur.h>
int main(void)
{
    unsigned char c;
    volatile int turns = 0;
    secateur_symbolic(&c, 1, "c");
    while (c == 7)
        turns++;
    return 0;
}
