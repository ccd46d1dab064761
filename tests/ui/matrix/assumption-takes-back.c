// What only a path took that an assumption ended is a goal again, also where look-ahead saw nothing left meanwhile.
#include <secateur.h>
static unsigned char v[4], w[4], z;
static int n, m;
static void count(int c)
{
    if (c == 3)
        m++;
}
static void look(int from)
{
    for (int i = from; i < from + 2; i++) {
        if (v[i] > 0)
            if (v[i] > 7)
                n++;
        count(w[i]);
    }
}
int main(void)
{
    secateur_symbolic(v, sizeof v, "v");
    secateur_symbolic(w, sizeof w, "w");
    secateur_symbolic(&z, 1, "z");
    count(z);
    look(0);
    secateur_assume(n == 0);
    if (m == 77)
        return 1;
    look(2);
    return 0;
}
