//@ space: 3 bytes; 0,45,48-50,120 0,45,48-50,120 0,45,48-50,120
// A number read by strtol, with its end and its base.
#include <secateur.h>
#include <stdlib.h>
int main(void)
{
    char s[4], *end;
    secateur_symbolic(s, 3, "s");
    s[3] = 0;
    for (int i = 0; i < 3; i++)
        secateur_assume(s[i] == 0 || s[i] == '-' || (s[i] >= '0' && s[i] <= '2') || s[i] == 'x');
    long value = strtol(s, &end, 0);
    if (end == s)
        return 1;
    if (*end)
        return 2;
    if (value < 0)
        return value == -2 ? 3 : 4;
    return value == 10 ? 5 : 6;
}
