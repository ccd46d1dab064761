//@ space: 3 bytes; 0-255 0-8,128 0,128
// A harness written for CREST, with branches on sums of inputs.
#include <crest.h>
int main(void)
{
    unsigned char a;
    short b;
    CREST_unsigned_char(a);
    CREST_short(b);
    if (b < 0 || b >= 8)
        return 9;
    if (a + 3 * b == 200)
        return 1;
    if (a > 250 && b != 7)
        return 2;
    return 0;
}
