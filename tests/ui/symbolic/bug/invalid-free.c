//@ paths: 1
// A pointer that was moved is freed.
#include <secateur.h>
#include <stdlib.h>
int main(void)
{
    unsigned char c;
    secateur_symbolic(&c, 1, "c");
    char *start = malloc(8), *p = start;
    if (!start)
        return 9;
    if (c == '#')
        p++;
    free(p); //~ invalid-free
    return 0;
}
