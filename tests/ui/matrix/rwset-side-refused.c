// A validator refuses what is wrong whatever came before; what it lets through is run with all that came before.
#include <secateur.h>
static unsigned char code[3];
static int is_valid(void)
{
    for (int i = 0; i < 3; i++) {
        if (code[i] > 5)
            return 0;
        if (code[i] == 4 && i == 0)
            return 0;
    }
    return code[2] == 5;
}
int main(void)
{
    int a = 1, b = 0;
    secateur_symbolic(code, sizeof code, "code");
    if (!is_valid())
        return 1;
    for (int i = 0; i < 3; i++) {
        switch (code[i]) {
        case 0:
            a = 0;
            break;
        case 1:
            b = a;
            break;
        case 2:
            a += b + 1;
            break;
        case 3:
            b += 2;
            break;
        case 4:
            secateur_assert(b != 3 - a); //~ assertion-failure
            break;
        default:
            secateur_assert(a != 3); //~ assertion-failure
            secateur_assert(b != 4); //~ assertion-failure
            return 0;
        }
    }
    return 2;
}
