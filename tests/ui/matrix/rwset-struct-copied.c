// A struct is copied as a whole, and one of its members decides afterwards.
#include <secateur.h>
struct record {
    char name[12];
    short kind;
    long rest[3];
};
static unsigned char in[2];
static struct record a, b, c;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        a.kind = 3;
    else
        a.rest[2] = 4;
    b = a;
    if (in[1] > 7)
        b.name[0] = 1;
    c = b;
    secateur_assert(c.kind != 3 || c.name[0] != 1); //~ assertion-failure
    secateur_assert(c.kind != 0 || c.name[0] != 0); //~ assertion-failure
    secateur_assert(c.rest[2] != 4); //~ assertion-failure
    return 0;
}
