//@ space: 3 bytes; 0,44-47 0,44-47 0,44-47
// Searching a character from the front and from the back.
#include <secateur.h>
#include <string.h>
int main(void)
{
    char s[4];
    secateur_symbolic(s, 3, "s");
    s[3] = 0;
    for (int i = 0; i < 3; i++)
        secateur_assume(s[i] == 0 || (s[i] >= 44 && s[i] <= 47));
    char *first = strchr(s, '.'), *last = strrchr(s, '.');
    if (!first)
        return memchr(s, '/', 3) ? 1 : 0;
    if (first != last)
        return last - first == 2 ? 2 : 3;
    return first == s + 1 ? 4 : 5;
}
