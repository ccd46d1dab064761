// A length that became negative is a huge one, and is reported as the write it is.
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    (void)argv;
    char *p = malloc(64);
    size_t n = (size_t)-(3 * argc);
    memset(p + 8, 0, n); //~ out-of-bounds-write
    free(p);
    return 0;
}
