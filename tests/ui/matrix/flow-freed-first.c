//@ space: 3 bytes; 0,255 0,2 0,255
// The first paths free a block and then use it. What lies behind that use is seen only where it is not freed.
#include <secateur.h>
#include <stdlib.h>
int main(void)
{
    unsigned char m[3];
    char *block = malloc(4);
    secateur_symbolic(m, sizeof m, "m");
    if (m[0] <= 200)
        free(block);
    if (m[1] > 1) {
        block[0] = 1; //~ use-after-free
        secateur_assert(m[2] > 2); //~ assertion-failure
    }
    return 0;
}
