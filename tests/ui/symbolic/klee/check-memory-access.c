//@ paths: 1
// A range of memory that is not all there.
#include <klee/klee.h>
int main(void)
{
    char buffer[4];
    int n = klee_range(1, 6, "n");
    klee_check_memory_access(buffer, (size_t)n); //~ out-of-bounds-read
    return 0;
}
