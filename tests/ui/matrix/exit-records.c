//@ space: 4 bytes; 0,1,2,3,4,5 0,41,77 0,1,2,3,4,5 0,41,77
// Each record may end the reading from behind several branches: by a return, a goto, or with the loop. Whoever reads on sees that a record was passed,
// and not how, so records are parts of their own (with more records, partition_claims counts paths).
#include <secateur.h>
#include <stdlib.h>
#ifndef RECORDS
#define RECORDS 2
#endif
static unsigned char in[2 * RECORDS];
static int seen[3];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    for (int i = 0; i < RECORDS; i++) {
        unsigned char kind = in[2 * i], size = in[2 * i + 1];
        switch (kind) {
        case 1:
            if (size > 40)
                return 1;
            break;
        case 2:
            if (size == 77)
                goto fail;
            break;
        case 3:
            if (size == 41)
                goto done;
            break;
        case 4:
            if (size == 0)
                continue;
            break;
        case 5:
            if (size == 41)
                abort(); //~ abort
            if (size == 77)
                seen[kind] = 1; //~ out-of-bounds-write
            break;
        default:
            goto fail;
        }
        seen[0] = 1;
    }
done:
    return seen[0];
fail:
    seen[1] = 1;
    return 2;
}
