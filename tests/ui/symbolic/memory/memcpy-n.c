// A copy of a symbolic length fits into the source but not into the target.
#include <secateur.h>
#include <string.h>
int main(void)
{
    char from[16] = "abcdefghijklmno", to[12] = "";
    unsigned char n;
    secateur_symbolic(&n, 1, "n");
    secateur_assume(n <= 16);
    memcpy(to, from, n); //~ out-of-bounds-write
    if (n == 12)
        return to[11] == 'l';
    return 0;
}
