// A pointer to the same bytes, but not to their beginning, is freed.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[2];
static char *keep;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    keep = calloc(4, 1);
    if (!keep)
        return 0;
    if (in[0] > 7)
        keep += 2;
    if (in[1] > 7)
        *keep = 0;
    free(keep); //~ invalid-free
    secateur_assert(in[1] != 9); //~ assertion-failure
    return 0;
}
