//@ space: 4 bytes; 0,51 0,6,7 0,51 0,6,7
// What is stored in a table has no part in where the next store goes, nor in whether it may: records that only change the same table are
// parts of their own (with more records, partition_claims counts paths).
#include <secateur.h>
#ifndef RECORDS
#define RECORDS 2
#endif
static unsigned char in[2 * RECORDS];
static int stock[6];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    for (int i = 0; i < RECORDS; i++) {
        unsigned char quantity = in[2 * i], shelf = in[2 * i + 1];
        if (quantity > 50 || shelf > 6)
            continue;
        stock[shelf] -= quantity; //~ out-of-bounds-read
    }
    return 0;
}
