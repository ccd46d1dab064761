// A key word must be met exactly, with its end.
#include <secateur.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char s[8];
    secateur_symbolic(s, sizeof s, "s");
    secateur_assume(s[7] == 0);
    if (strcmp(s, "secret") == 0)
        abort(); //~ abort
    return 0;
}
