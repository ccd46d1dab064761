// Both sides of a branch read the same byte behind it, so it counts for each of them alone.
#include <secateur.h>
static unsigned char in[3];
static int score, level;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    for (int i = 0; i < 2; i++)
        if (in[i] == 'x')
            score++;
    if (in[2] > 9)
        level = 1;
    else
        level = 2;
    if (score == 2 && level == 1)
        secateur_assert(in[2] != 77); //~ assertion-failure
    if (score == 1 && level == 2)
        secateur_assert(in[2] != 7); //~ assertion-failure
    return 0;
}
