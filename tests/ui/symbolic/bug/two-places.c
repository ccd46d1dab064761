//@ paths: 1
// Two bugs of one kind on two lines are two findings.
#include <secateur.h>
int main(void)
{
    unsigned char a;
    secateur_symbolic(&a, 1, "a");
    int x = 100 / (a - 3); //~ division-by-zero
    x += 100 % (a - 5); //~ division-by-zero
    return x == 1000;
}
