//@ paths: 3
// An int made a double, scaled and compared.
#include <secateur.h>
int main(void)
{
    short n;
    secateur_symbolic(&n, sizeof n, "n");
    double celsius = (n - 32) / 1.8;
    if (celsius > 99.9 && celsius < 100.1)
        return 1;
    return 0;
}
