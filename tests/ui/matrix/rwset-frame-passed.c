// A callee reads an array of its caller, which is no object of its own frame.
#include <secateur.h>
static unsigned char in[2];
static int read_out(const unsigned char *box)
{
    int sum = 0;
    if (in[1] > 7)
        sum = 1;
    sum += box[3];
    return sum;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    unsigned char box[4] = {0};
    if (in[0] > 7)
        box[3] = 4;
    int sum = read_out(box);
    secateur_assert(sum != 0); //~ assertion-failure
    secateur_assert(sum != 1); //~ assertion-failure
    secateur_assert(sum != 4); //~ assertion-failure
    secateur_assert(sum != 5); //~ assertion-failure
    return 0;
}
