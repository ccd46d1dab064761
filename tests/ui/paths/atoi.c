//@ space: 3 bytes; 0,32,43,48,55 0,32,43,48,55 0,32,43,48,55
// atoi skips blanks, takes a sign, and stops at the first other character.
#include <secateur.h>
#include <stdlib.h>
int main(void)
{
    char s[4];
    secateur_symbolic(s, 3, "s");
    s[3] = 0;
    for (int i = 0; i < 3; i++)
        secateur_assume(s[i] == 0 || s[i] == ' ' || s[i] == '+' || s[i] == '0' || s[i] == '7');
    int value = atoi(s);
    switch (value) {
    case 0: return s[0] == '0' ? 1 : 0;
    case 7: return 2;
    case 70: return 3;
    case 777: return 4;
    }
    return value > 70 ? 5 : 6;
}
