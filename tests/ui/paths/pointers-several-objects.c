//@ space: 2 bytes; 0-255 0-3
// A pointer chosen by the input points to one of several objects; writes reach only that one.
#include <secateur.h>
static int global = 1;
int main(void)
{
    unsigned char v, which;
    int local = 2, array[2] = {3, 4};
    int *const places[4] = {&global, &local, &array[1], array};
    secateur_symbolic(&v, 1, "v");
    secateur_symbolic(&which, 1, "which");
    secateur_assume(which < 4);
    int *p = places[which];
    *p += v;
    if (global > 200)
        return 1;
    if (local + array[0] == 105)
        return 2;
    if (p == &array[1] && *p == 4)
        return 3;
    return which >= 2 ? 4 : 0;
}
