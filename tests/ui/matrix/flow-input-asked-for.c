//@ space: 3 bytes; 0,9 0,7 0,7
// One byte decides whether there is another one; the third is then not the second.
#include <secateur.h>
static unsigned char a, b, c;
int main(void)
{
    secateur_symbolic(&a, 1, "a");
    if (a > 7)
        secateur_symbolic(&b, 1, "b");
    secateur_symbolic(&c, 1, "c");
    if (c == 7)
        secateur_assert(b != 7); //~ assertion-failure
    return 0;
}
