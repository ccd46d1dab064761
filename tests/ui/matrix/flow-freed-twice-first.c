//@ space: 3 bytes; 0,255 0,2 0,255
// The first paths free a block and then free it once more. What lies behind that is seen only where it is not freed.
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
        free(block); //~ double-free
        secateur_assert(m[2] > 2); //~ assertion-failure
    }
    return 0;
}
