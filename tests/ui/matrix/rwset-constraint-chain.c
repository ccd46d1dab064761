// A chain of inequalities: the two ends of it are read, and a branch in its middle tells which values they can have.
#include <secateur.h>
static unsigned char a, b, x, y, w;
static volatile int sink;
int main(void)
{
    secateur_symbolic(&a, 1, "a");
    secateur_symbolic(&b, 1, "b");
    secateur_symbolic(&x, 1, "x");
    secateur_symbolic(&y, 1, "y");
    secateur_symbolic(&w, 1, "w");
    secateur_assume(a < b);
    secateur_assume(b < x);
    secateur_assume(x < y);
    secateur_assume(y < w);
    if (x > 100)
        sink = 1;
    sink = 2;
    if (w < 50)
        secateur_assert(w < 20); //~ assertion-failure
    secateur_assert(a < 150); //~ assertion-failure
    return 0;
}
