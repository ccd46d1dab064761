//@ paths: 3
// One member of a nested struct is an input, its neighbours keep their values.
#include <secateur.h>
struct inner { char before; short value; char after; };
struct outer { int head; struct inner list[2]; };
int main(void)
{
    struct outer o = {1, {{2, 3, 4}, {5, 6, 7}}};
    secateur_symbolic(&o.list[1].value, sizeof o.list[1].value, "value");
    secateur_assert(o.head == 1 && o.list[0].value == 3 && o.list[1].before == 5 && o.list[1].after == 7);
    if (o.list[1].value > 1000)
        return 1;
    if (o.list[1].value == -1000)
        return 2;
    return 0;
}
