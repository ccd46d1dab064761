//@ space: 4 bytes; 0,50,51,255 0,5,6,7 0,50,51 0,5,6,7
// How full the buffers of the output are is nobody's business: records that only print something are parts of their own (with more
// records, partition_claims counts paths).
#include <secateur.h>
#include <stdio.h>
#include <stdlib.h>
#ifndef RECORDS
#define RECORDS 2
#endif
static unsigned char in[2 * RECORDS];
static int stock[6];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    setvbuf(stderr, NULL, _IOLBF, 0);
    for (int i = 0; i < RECORDS; i++) {
        unsigned char quantity = in[2 * i], shelf = in[2 * i + 1];
        if (quantity > 50) {
            fprintf(stderr, "record %d: %d is too much\n", i, quantity);
            continue;
        }
        if (shelf > 6) {
            printf("record %d: no shelf\n", i);
            continue;
        }
        puts("stored");
        if (quantity == 50 && shelf == 5)
            abort(); //~ abort
        stock[shelf] = 1; //~ out-of-bounds-write
    }
    return 0;
}
