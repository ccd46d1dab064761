//@ space: 2 bytes; 0-12 0-16
// A copy of a symbolic length; one byte too many is a write past the end.
#include <secateur.h>
#include <string.h>
int main(void)
{
    unsigned char n, c;
    char from[16] = "0123456789abcde", to[10] = "..........";
    secateur_symbolic(&n, 1, "n");
    secateur_symbolic(&c, 1, "c");
    secateur_assume(n < 12);
    secateur_assume(c < 16);
    memcpy(to, from, n);
    if (to[5] == '5')
        return 1;
    if (c < n && to[c] == '3')
        return 2;
    return to[0] == '.' ? 3 : 0;
}
