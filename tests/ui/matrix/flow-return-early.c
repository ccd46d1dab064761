//@ space: 2 bytes; 0,9 0,9
// A function comes back early, but not on the first path, and so leaves a flag as it was.
#include <secateur.h>
static unsigned char in[2];
static int flag = 1;
static int is_usual(int value)
{
    return value < 5;
}
static void clear(int value)
{
    if (!is_usual(value))
        return;
    flag = 0;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    clear(in[0]);
    if (in[1] > 7)
        secateur_assert(flag == 0); //~ assertion-failure
    return 0;
}
