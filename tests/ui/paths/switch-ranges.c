//@ space: 1 bytes
// Ranges of cases, small and large: the large one becomes a comparison.
#include <secateur.h>
int main(void)
{
    unsigned char c;
    secateur_symbolic(&c, 1, "c");
    switch (c) {
    case '0' ... '9': return 1;
    case 'a' ... 'f': return 2;
    case 128 ... 250: return 3;
    case 252: return 4;
    default: return 0;
    }
}
