// A block that was made for the header alone has no last member to read.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct record {
    int id;
    int length;
    int checksum;
};

static struct record *make(int id)
{
    struct record *record = malloc(offsetof(struct record, checksum));
    if (!record)
        exit(0);
    record->id = id;
    record->length = 0;
    return record;
}

int main(void)
{
    struct record *record = make(7);
    int sum = record->id + record->length;
    sum += record->checksum; //~ out-of-bounds-read
    printf("%d\n", sum);
    free(record);
    return 0;
}
