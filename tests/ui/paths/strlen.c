//@ space: 3 bytes; 0-3 0-3 0-3
// The length of a string is where its first zero stands.
#include <secateur.h>
#include <string.h>
int main(void)
{
    char s[4];
    secateur_symbolic(s, 3, "s");
    s[3] = 0;
    for (int i = 0; i < 3; i++)
        secateur_assume(s[i] >= 0 && s[i] < 4);
    size_t n = strlen(s);
    if (n == 0)
        return 1;
    if (n == 3 && s[2] == 3)
        return 2;
    return s[n - 1] == 1 ? 3 : 4;
}
