//@ args: --check all
//@ sanitizer: memory
// Comparing structs as bytes compares their padding, which was never set.
#include <string.h>

struct pair {
    char kind;
    int value;
};

static void set(struct pair *pair, char kind, int value)
{
    pair->kind = kind;
    pair->value = value;
}

int main(void)
{
    struct pair a, b;
    set(&a, 'x', 1);
    set(&b, 'x', 1);
    int order = memcmp(&a, &b, sizeof a); //~ uninitialised-read
    return order == 1000;
}
