//@ space: 2 bytes; 0,9 0,9
// How much the library copies is decided by one byte; the last of it is read where another decides so.
#include <secateur.h>
#include <string.h>
static unsigned char in[2];
static char text[4];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    size_t length = 1;
    if (in[0] > 7)
        length = 4;
    memcpy(text, "abcd", length);
    if (in[1] > 7)
        secateur_assert(text[3] != 'd'); //~ assertion-failure
    return 0;
}
