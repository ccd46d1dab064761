//@ space: 2 bytes; 0-63 0-63
// Conditions inside conditions: some sides are impossible because of the outer ones.
#include <secateur.h>
int main(void)
{
    unsigned char a, b;
    secateur_symbolic(&a, 1, "a");
    secateur_symbolic(&b, 1, "b");
    secateur_assume(a < 64 && b < 64);
    int result = 0;
    if (a > 20) {
        if (b > a) {
            result = b - a > 30 ? 1 : 2;
        } else if (a > 60) {
            if (b > 62)
                result = 3;
            else
                result = 4;
        }
        if (a < 10)
            result = 5; // impossible
    } else if (a + b == 70) {
        result = 6;
    }
    return result;
}
