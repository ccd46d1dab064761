// Writing a bit-field in an object's last byte keeps its neighbours and does not touch what is behind.
#include <stdlib.h>

struct flags {
    unsigned char level : 3;
    unsigned char mode : 4;
    unsigned char dirty : 1;
};

int main(void)
{
    struct flags *flags = calloc(3, sizeof *flags);
    if (!flags)
        return 0;
    struct flags *last = &flags[2];
    last->dirty = 1;
    last->level = 5;
    last->mode = 9;
    int wrong = last->dirty != 1 || last->level != 5 || last->mode != 9 || flags[1].dirty != 0;
    free(flags);
    return wrong;
}
