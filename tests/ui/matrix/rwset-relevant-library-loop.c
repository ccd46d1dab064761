// A number is stored and loaded, and then it is how often a loop of the library goes round.
#include <secateur.h>
#include <string.h>
static unsigned char in[2];
static char text[8] = "aab", copy[8];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        text[1] = 'c';
    strcpy(copy, text);
    if (in[1] > 7)
        sink = 1;
    size_t n = strspn(copy, "a");
    secateur_assert(n != 1); //~ assertion-failure
    secateur_assert(n != 2); //~ assertion-failure
    return 0;
}
