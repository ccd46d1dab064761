//@ space: 2 bytes; 0,9 0,9
// Two bytes make a text longer; the buffer has room for either.
#include <secateur.h>
#include <string.h>
static unsigned char in[2];
int main(void)
{
    char text[6] = "a";
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        strcpy(text, "abc");
    if (in[1] > 7)
        strcat(text, "def"); //~ out-of-bounds-write
    return text[0];
}
