// What lies behind a side is known, but an assumption behind it excludes what came here: nothing of it is credited, and what
// one path could not show another has to.
#include <secateur.h>
static unsigned char in[4];
static int kind, seen;
static void look(void)
{
    if (in[2] > 100)
        seen++;
    else
        seen--;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] == 1)
        kind = 1;
    else if (in[0] == 2)
        kind = 2;
    look();
    if (in[1] < 10)
        secateur_assume(kind == 2 || in[2] == 101);
    if (in[3] == 9)
        secateur_assume(in[1] >= 10 && kind != 1);
    if (kind == 1 && seen < 0)
        secateur_assert(in[1] != 20); //~ assertion-failure
    if (in[3] == 9 && kind == 2)
        secateur_assert(in[2] != 3); //~ assertion-failure
    return 0;
}
