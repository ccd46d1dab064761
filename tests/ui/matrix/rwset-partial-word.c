// One byte of a word is overwritten before the word is read: the others are still those that the paths left.
#include <secateur.h>
static unsigned char in[2];
static union {
    unsigned word;
    unsigned char bytes[4];
} u;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        u.bytes[1] = 1;
    u.bytes[0] = 0;
    u.bytes[2] = in[1] > 7;
    secateur_assert(u.word != 0); //~ assertion-failure
    secateur_assert(u.word != 0x100); //~ assertion-failure
    secateur_assert(u.word != 0x10000); //~ assertion-failure
    secateur_assert(u.word != 0x10100); //~ assertion-failure
    return 0;
}
