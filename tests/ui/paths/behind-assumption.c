//@ space: 2 bytes
// A path that an assumption ends covers nothing: others with the same beginning still become tests.
#include <secateur.h>
int main(void) {
    unsigned char x, y;
    int n = 0, m = 0;
    secateur_symbolic(&x, 1, "x");
    secateur_symbolic(&y, 1, "y");
    if (x == 1) n = 1;
    if (y == 2) m = 1;
    int bad = n && !m;
    secateur_assume(!bad);
    return 0;
}
