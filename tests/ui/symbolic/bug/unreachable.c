//@ paths: 3
// A place that the compiler was told cannot be reached.
#include <secateur.h>
int main(void)
{
    unsigned char c;
    secateur_symbolic(&c, 1, "c");
    switch (c & 3) {
    case 0: return 0;
    case 1: return 1;
    case 2: return 2;
    }
    __builtin_unreachable(); //~ unreachable
}
