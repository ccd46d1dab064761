//@ paths: 3
// A symbolic float can be no number, negative, or another.
#include <secateur.h>
int main(void)
{
    float f;
    secateur_symbolic(&f, sizeof f, "f");
    if (f != f)
        return 1;
    if (f < 0)
        return 2;
    return 0;
}
