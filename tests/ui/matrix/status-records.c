//@ space: 4 bytes; 0,1,2,9 0,77,200 0,1,2,9 0,77,200
// A helper looks at a record and says how it went, and its caller goes on only if that was well. Whoever reads on sees that a record was passed,
// and not how, so records are parts of their own (with more records, partition_claims counts paths).
#include <secateur.h>
#ifndef RECORDS
#define RECORDS 2
#endif
enum { WELL, BAD_KIND = -1, BAD_SIZE = -2 };
struct record {
    unsigned char kind, size;
};
static struct record in[RECORDS];
static int shelves[8];
static int take(const struct record *record)
{
    int status = WELL;
    if (record->kind > 8)
        return BAD_KIND;
    if (record->kind == 0 && record->size == 0)
        return BAD_KIND;
    if (record->kind == 1) {
        if (record->size > 100)
            status = BAD_SIZE;
    }
    if (record->size == 77)
        shelves[record->kind * 4] = 1; //~ out-of-bounds-write
    return status;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    for (int i = 0; i < RECORDS; i++) {
        if (take(&in[i]) < 0)
            return 1;
        if (in[i].kind == 2 && in[i].size == 200)
            shelves[0] += 1;
    }
    return 0;
}
