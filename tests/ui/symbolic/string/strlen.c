//@ at-least: 4
// The length of a string of at most three bytes.
#include <secateur.h>
#include <string.h>
int main(void)
{
    char s[4];
    secateur_symbolic(s, sizeof s, "s");
    secateur_assume(s[3] == 0);
    switch (strlen(s)) {
    case 0: return 0;
    case 1: return 1;
    case 2: return 2;
    case 3: return 3;
    default: secateur_assert(0); return 4;
    }
}
