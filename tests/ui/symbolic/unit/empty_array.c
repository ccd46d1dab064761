//@ args: --function first --non-null
//@ paths: 6
// The first character of an empty array is outside of it, and the sanitizers see it too.
#include <stddef.h>
int first(const unsigned char *bytes, size_t size) {
    int sum = bytes[0]; //~ out-of-bounds-read
    for (size_t i = 1; i < size; i++) sum += bytes[i];
    return sum;
}
