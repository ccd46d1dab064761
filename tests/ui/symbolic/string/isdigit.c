// Three digits that make a certain number.
#include <ctype.h>
#include <secateur.h>
int main(void)
{
    unsigned char s[3];
    int value = 0;
    secateur_symbolic(s, sizeof s, "s");
    for (int i = 0; i < 3; i++) {
        if (!isdigit(s[i]))
            return 1;
        value = value * 10 + (s[i] - '0');
    }
    secateur_assert(value != 738); //~ assertion-failure
    return 0;
}
