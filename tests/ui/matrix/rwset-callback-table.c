// A symbolic index chooses among functions, of which one path changed a single entry.
#include <secateur.h>
static unsigned char in[2];
static void none(void) {}
static void first(void)
{
    secateur_assert(in[1] != 6); //~ assertion-failure
}
static void second(void)
{
    secateur_assert(in[1] != 10); //~ assertion-failure
}
static void (*table[4])(void) = {none, none, first, none};
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        table[2] = second;
    table[in[1] & 3]();
    return 0;
}
