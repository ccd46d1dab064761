//@ space: 2 bytes; 0,9 0,9
// The same with a struct that is too large for registers.
#include <secateur.h>
struct big { int values[6]; };
static unsigned char in[2];
static struct big make(int value)
{
    struct big made = {{0}};
    if (value > 7)
        made.values[4] = 1;
    return made;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    struct big made = make(in[0]);
    if (in[1] > 7)
        secateur_assert(!made.values[4]); //~ assertion-failure
    return 0;
}
