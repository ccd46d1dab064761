//@ paths: 3
//@ covered: 3
// A case that shares its statements with the default is a side of its own.
#include <secateur.h>
int main(void)
{
    unsigned char c;
    secateur_symbolic(&c, 1, "c");
    switch (c) {
    case 1:
        return 1;
    case 50:
    default:
        return 0;
    }
}
