// N symbolic bytes, of which any number from none to all are the input of a library's harness.
#include <secateur.h>

#ifndef N
#error "define N, the largest number of bytes"
#endif

int harness(const unsigned char *data, unsigned size);

static unsigned char data[N];

int main(void) {
    unsigned size;
    secateur_symbolic(data, sizeof data, "data");
    secateur_symbolic(&size, sizeof size, "size");
    secateur_assume(size <= N);
    harness(data, size);
    return 0;
}
