//@ args: --function make
//@ covered: 6
// A pointer to a pointer: what it is set to is compared with the native run.
#include <stdlib.h>
struct item { int kind; char *name; };
int make(struct item **out, int kind) {
    if (!out) return -1;
    *out = kind < 0 ? 0 : calloc(1, sizeof **out);
    if (!*out) return 0;
    (*out)->kind = kind;
    return 1;
}
