//@ args: --check all
// Handing an unset member to a function that does not use it is fine, and so are its widened upper bits.
#include <stdio.h>

struct found {
    int at, ok;
    unsigned number;
    signed char small;
};

static int use(int ok, int at) { return ok ? at : -1; }

static signed char table[4];

int main(int argc, char **argv) {
    (void)argv;
    struct found f;
    f.ok = argc > 9;
    printf("%d\n", use(f.ok, f.at));
    unsigned number = f.number;
    printf("%lu\n", (unsigned long)number >> 32);
    table[1] = f.small;
    int i = 1;
    i = table[i];
    table[2] = (signed char)i;
    return 0;
}
