// A word that straddles two variables' bytes, read at an odd place: one byte of it differs.
#include <secateur.h>
#include <string.h>
static unsigned char in[2], raw[8];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        raw[4] = 1;
    else
        raw[7] = 1;
    if (in[1] > 7)
        raw[0] = 1;
    unsigned word;
    memcpy(&word, raw + 3, sizeof word);
    secateur_assert(word != 0); //~ assertion-failure
    secateur_assert(word != 0x100); //~ assertion-failure
    return 0;
}
