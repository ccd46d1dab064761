// The text of one number.
#include <secateur.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void)
{
    char s[5];
    secateur_symbolic(s, 4, "s");
    s[4] = 0;
    if (strtol(s, 0, 10) == -42)
        reach_error(); //~ error-call
    return 0;
}
