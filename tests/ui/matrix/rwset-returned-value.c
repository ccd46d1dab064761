// Two returns of one function join in its caller, where only the value that was returned differs.
#include <secateur.h>
static unsigned char in[2];
static int grade(unsigned char c)
{
    if (c > 100)
        return 3;
    if (c > 50)
        return 2;
    return 1;
}
static int twice(unsigned char c)
{
    return grade(c) * 2;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int r = twice(in[0]);
    if (in[1] == 5)
        r++;
    switch (r) {
    case 2:
        secateur_assert(in[1] == 5); //~ assertion-failure
        break;
    case 5:
        secateur_assert(in[1] != 5); //~ assertion-failure
        break;
    case 7:
        secateur_assert(in[1] != 5); //~ assertion-failure
        break;
    }
    return 0;
}
