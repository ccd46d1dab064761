// A struct returned by value takes several registers, of which the last differs.
#include <secateur.h>
struct pair {
    long first;
    long second;
};
static unsigned char in[2];
static struct pair make(void)
{
    struct pair p = {4, 1};
    if (in[0] > 7)
        p.second = 2;
    return p;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    struct pair p = make();
    if (in[1] > 7)
        p.first++;
    secateur_assert(p.second != 1); //~ assertion-failure
    secateur_assert(p.first != 4 || p.second != 2); //~ assertion-failure
    secateur_assert(p.first != 5 || p.second != 2); //~ assertion-failure
    return 0;
}
