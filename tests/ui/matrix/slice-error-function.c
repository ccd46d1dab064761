// A call of the error function is an error, even if the program defines one that does nothing.
#include <secateur.h>
void reach_error(void) {}
int main(void)
{
    unsigned char a, b;
    int n = 0;
    secateur_symbolic(&a, 1, "a");
    secateur_symbolic(&b, 1, "b");
    if (b == 9)
        n++;
    if (a == 3)
        reach_error(); //~ error-call
    return n;
}
