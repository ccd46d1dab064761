// Two fields share a byte: to set one is to read and write the other.
#include <secateur.h>
static unsigned char in[2];
static struct {
    unsigned a : 3, b : 5, c : 9;
} f;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        f.a = 5;
    else
        f.c = 257;
    f.b = 3;
    if (in[1] > 7)
        f.b = 4;
    secateur_assert(f.a != 0 || f.b != 3); //~ assertion-failure
    secateur_assert(f.a != 5 || f.b != 4); //~ assertion-failure
    secateur_assert(f.c != 257 || f.b != 4); //~ assertion-failure
    secateur_assert(f.c != 0 || f.b != 3); //~ assertion-failure
    return 0;
}
