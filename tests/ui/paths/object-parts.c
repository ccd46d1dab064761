//@ space: 3 bytes; 0-63 0-15 0-3
// Parts of an object are inputs, the rest keeps its values; one part becomes an input twice.
#include <secateur.h>
struct inner { char a[3]; short s; };
struct outer { int n; struct inner in[2]; };
int main(void)
{
    struct outer o = {5, {{"xyz", 100}, {"uvw", 200}}};
    secateur_symbolic(&o.in[1].a[1], 1, "middle");
    secateur_assume(o.in[1].a[1] >= 0 && o.in[1].a[1] < 64);
    char before = o.in[1].a[1];
    secateur_symbolic((char *)&o.in[0].s, 1, "low byte");
    secateur_assume(o.in[0].s < 16);
    secateur_symbolic(&o.in[1].a[1], 1, "middle again");
    secateur_assume(o.in[1].a[1] >= 0 && o.in[1].a[1] < 4);
    if (o.n != 5 || o.in[1].a[0] != 'u' || o.in[1].a[2] != 'w' || o.in[0].s < 0)
        return 1; // impossible
    if (before + o.in[1].a[1] == 40)
        return 2;
    return o.in[0].s == 7 ? 3 : 0;
}
