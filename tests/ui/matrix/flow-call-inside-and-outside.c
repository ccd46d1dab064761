//@ space: 3 bytes; 0,9 0,9 0,9
// A function is called behind a condition and once more without one. Only if both calls find their byte is there a second time.
#include <secateur.h>
static unsigned char in[3];
static int times;
static void note(unsigned char value)
{
    if (value > 7)
        times++;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        note(in[1]);
    note(in[2]);
    secateur_assert(times < 2); //~ assertion-failure
    return 0;
}
