//@ paths: 1
// Freed on one path only, read on both.
#include <secateur.h>
#include <stdlib.h>
int main(void)
{
    unsigned char c;
    secateur_symbolic(&c, 1, "c");
    char *p = malloc(2);
    if (!p)
        return 9;
    p[0] = 'a';
    if (c == 200)
        free(p);
    return p[0] == 'b'; //~ use-after-free
}
