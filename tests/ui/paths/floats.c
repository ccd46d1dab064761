//@ space: 2 bytes; 0-255 0-3
// Numbers made of an input, as float and double, compared with constants.
#include <secateur.h>
int main(void)
{
    unsigned char c, d;
    secateur_symbolic(&c, 1, "c");
    secateur_symbolic(&d, 1, "d");
    secateur_assume(d < 4);
    float f = c / 4.0f;
    double x = f * 1.5 - d;
    if (f == 31.25f)
        return 1;
    if (x < -1.0)
        return 2;
    if (x > 90.5 && (int)x % 2 == 1)
        return 3;
    return (float)x == f ? 4 : 0;
}
