//@ space: 3 bytes; 0,97 0,97 0,9
// A length that the library finds is an index.
#include <secateur.h>
#include <string.h>
static unsigned char in[3];
static int table[2];
int main(void)
{
    char text[3];
    secateur_symbolic(in, sizeof in, "in");
    memcpy(text, in, 2);
    text[2] = 0;
    size_t length = strlen(text);
    if (in[2] > 7)
        table[length] = 1; //~ out-of-bounds-write
    return 0;
}
