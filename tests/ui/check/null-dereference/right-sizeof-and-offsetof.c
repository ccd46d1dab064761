// sizeof and offsetof take a type's shape through a null pointer without reading it.
#include <stddef.h>

struct record {
    char tag;
    int values[4];
};

int main(void)
{
    struct record *record = NULL;
    size_t size = sizeof record->values;
    size_t one = sizeof *record;
    size_t offset = offsetof(struct record, values);
    return size != 16 || one != 20 || offset != 4;
}
