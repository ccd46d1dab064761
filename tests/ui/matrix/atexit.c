// Branches in handlers that run after main returned, or after exit, depend on what main left behind.
#include <secateur.h>
#include <stdlib.h>
static int score, order;
static void last(void)
{
    if (score == 3 && order == 1)
        secateur_assert(score != order + 2); //~ assertion-failure
}
static void first(void)
{
    order = order * 2;
    if (score > 1)
        order--;
}
int main(void)
{
    unsigned char in[3];
    secateur_symbolic(in, sizeof in, "in");
    atexit(last);
    atexit(first);
    for (int i = 0; i < 3; i++)
        if (in[i] == 'x')
            score++;
    if (in[0] < 10)
        exit(score);
    order = score / 2 + (in[1] & 1);
    return 0;
}
