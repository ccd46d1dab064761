//@ args: --function sum --non-null --max-length 2
//@ paths: 7
//@ covered: 4
// A field with a telling name is the length of the array beside it.
#include <stddef.h>
struct vec { size_t len; int *data; };
int sum(const struct vec *v) {
    int s = 0;
    for (size_t i = 0; i < v->len; i++)
        if (v->data[i] > 0) s++;
    return s;
}
