// Functions of the library read memory that the program itself never looks at.
#include <secateur.h>
#include <string.h>
static unsigned char in[2];
static char text[8] = "abcd", other[8] = "abcd";
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 200)
        text[2] = 0;
    else if (in[0] > 150)
        text[3] = 'x';
    else if (in[0] > 100)
        other[0] = 'b';
    if (in[1] > 7)
        sink = 1;
    secateur_assert(strlen(text) != 2); //~ assertion-failure
    secateur_assert(strchr(text, 'x') == 0); //~ assertion-failure
    secateur_assert(strcmp(text, other) >= 0); //~ assertion-failure
    secateur_assert(memcmp(text, other, 4) != 0); //~ assertion-failure
    return 0;
}
