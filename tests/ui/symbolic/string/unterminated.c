// A string without an end is read past its array.
#include <secateur.h>
#include <string.h>
int main(void)
{
    char s[4];
    secateur_symbolic(s, sizeof s, "s");
    return strlen(s) == 2; //~ out-of-bounds-read
}
