//@ args: --sym-arg 3
//@ at-least: 4
// An argument may have any length up to the bound, and none above it.
#include <string.h>
#include <secateur.h>
int main(int argc, char **argv)
{
    size_t n = strlen(argv[argc - 1]);
    secateur_assert(n <= 3);
    switch (n) {
    case 0: return 10;
    case 1: return 11;
    case 2: return 12;
    default: return 13;
    }
}
