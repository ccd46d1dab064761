//@ args: -D LIMIT=3
//@ paths: 5
// A macro from the command line.
#include <secateur.h>
int main(void)
{
    unsigned char n;
    int i = 0;
    secateur_symbolic(&n, 1, "n");
    while (i < n && i < LIMIT)
        i++;
    return i;
}
