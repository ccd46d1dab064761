//@ space: 2 bytes; 0-255 0-15
// Comparisons of unsigned numbers of every width, with wrap-around.
#include <secateur.h>
#include <stdint.h>
int main(void)
{
    uint16_t s;
    secateur_symbolic(&s, sizeof s, "s");
    secateur_assume(s < 4096);
    uint8_t c = (uint8_t)(s - 5);
    uint32_t i = (uint32_t)s - 4000;
    uint64_t l = (uint64_t)i << 31;
    int result = 0;
    if (c > 250)
        result |= 1;
    if (i < 50)
        result |= 2;
    if (l >= UINT64_C(1) << 62)
        result |= 4;
    if (s == c)
        result |= 8;
    if (i > INT32_MAX && (int32_t)i >= -3)
        result |= 16;
    return result;
}
