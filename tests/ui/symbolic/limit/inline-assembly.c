//@ status: limit
//@ paths: 2
//@ unsupported: 1
// Code that cannot be followed ends its own path only.
#include <secateur.h>
int main(void)
{
    unsigned char c;
    int x = 3;
    secateur_symbolic(&c, 1, "c");
    if (c == 9)
        __asm__ volatile("bswap %0" : "+r"(x));
    if (c > 100)
        return 1;
    return x;
}
