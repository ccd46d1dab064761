//@ space: 1 bytes
// The classes of characters, and their change of case.
#include <ctype.h>
#include <secateur.h>
int main(void)
{
    unsigned char c;
    secateur_symbolic(&c, 1, "c");
    secateur_assume(c < 128);
    if (isdigit(c))
        return 1;
    if (isalpha(c))
        return tolower(c) == 'q' ? 2 : isupper(c) ? 3 : 4;
    if (isspace(c))
        return 5;
    if (ispunct(c) && c > '~' - 2)
        return 6;
    return iscntrl(c) ? 7 : 8;
}
