//@ paths: 1
// An index that leads gigabytes away is judged against the object it is added to, not against what lies there: here
// blocks that were freed. One finding a place, however far the index may go.
#include <secateur.h>
#include <stdlib.h>

static int element(int *block, int i)
{
    return block[i]; //~ out-of-bounds-read
}

int main(void)
{
    int i;
    secateur_symbolic(&i, sizeof i, "i");
    for (int k = 0; k < 5; k++) {
        int *gone = calloc(4, sizeof *gone);
        free(gone);
    }
    int *a = calloc(4, sizeof *a);
    int *b = calloc(4, sizeof *b);
    if (i == 1500000000)
        a[i] = 3; //~ out-of-bounds-write
    if (i == 1500000001)
        b[-i] = 3; //~ out-of-bounds-write
    int r = element(a, i);
    r += b[i * 2L + 1]; //~ out-of-bounds-read
    free(a);
    free(b);
    return r;
}
