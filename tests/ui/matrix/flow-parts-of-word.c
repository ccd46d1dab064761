//@ space: 3 bytes; 0,9 0,9 0,9
// Two bytes of a word are written apart, and read together.
#include <secateur.h>
static unsigned char in[3];
static union { unsigned word; unsigned char bytes[4]; } parts;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        parts.bytes[1] = 1;
    if (in[1] > 7)
        parts.bytes[2] = 1;
    if (in[2] > 7)
        secateur_assert(parts.word != 0x010100); //~ assertion-failure
    return 0;
}
