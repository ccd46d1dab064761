// The library remembers how far it is in a text.
#include <secateur.h>
#include <string.h>
static unsigned char in[2];
static char text[] = "a b c";
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    char *word = strtok(text, " ");
    if (in[0] > 7)
        word = strtok(0, " ");
    if (in[1] > 7)
        sink = 1;
    word = strtok(0, " ");
    secateur_assert(word == 0 || *word != 'b'); //~ assertion-failure
    secateur_assert(word == 0 || *word != 'c'); //~ assertion-failure
    return 0;
}
