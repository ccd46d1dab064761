//@ space: 5 bytes; 0,1,2,3 0,1,2,3 0,41,50,77 0,1,2,3 0,41,50,77
// How many records there are is decided about more than once, so that one decision about it forces the next. Each record depends on
// that and not on the others, so it is a part of its own (with more records, partition_claims counts paths).
#include <secateur.h>
#include <stdlib.h>
#ifndef RECORDS
#define RECORDS 2
#endif
static unsigned char in[1 + 2 * RECORDS];
static int limit, large[2];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    unsigned char count = in[0];
    if (count == 1)
        limit = 9;
    if (count == 2)
        limit = 2;
    if (count > RECORDS)
        return 1;
    for (int i = 0; i < count; i++) {
        unsigned char kind = in[1 + 2 * i], size = in[2 + 2 * i];
        if (kind == 1) {
            if (size > 40 + limit)
                large[1] = 1;
        } else if (kind == 2) {
            if (size == 77)
                abort(); //~ abort
        } else if (kind == 3) {
            if (size == 41)
                large[limit] = 1; //~ out-of-bounds-write
        }
    }
    return 0;
}
