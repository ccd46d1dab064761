// An allocation that cannot be satisfied gives null and says why in errno.
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void show(const char *what, void *p) {
    printf("%s: %s, errno %d\n", what, p ? "block" : "null", errno);
    errno = 0;
}

int main(void) {
    volatile size_t huge = (size_t)-100, many = (size_t)1 << 40;
    void *p = malloc(8);
    show("malloc", malloc(huge));
    show("calloc", calloc(many, many));
    show("realloc", realloc(p, huge));
    free(p);
    show("aligned_alloc", aligned_alloc(3, 12));
    p = aligned_alloc(64, 128);
    printf("%d\n", p && (uintptr_t)p % 64 == 0);
    free(p);
    return 0;
}
