//@ space: 3 bytes; 0,97-100 0,97-100 0,97-100
// Order and equality of strings, with a constant and of a part.
#include <secateur.h>
#include <string.h>
int main(void)
{
    char s[4];
    secateur_symbolic(s, 3, "s");
    s[3] = 0;
    for (int i = 0; i < 3; i++)
        secateur_assume(s[i] == 0 || (s[i] >= 'a' && s[i] <= 'd'));
    if (strcmp(s, "bad") == 0)
        return 1;
    if (strcmp(s, "c") > 0)
        return 2;
    if (strncmp(s, "ab", 2) == 0)
        return strcmp(s + 2, "") ? 3 : 4;
    return 0;
}
