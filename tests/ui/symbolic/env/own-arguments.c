//@ args: -- one two
//@ paths: 2
// What stands behind -- is what the program gets, beside its symbolic input.
#include <secateur.h>
#include <string.h>
int main(int argc, char **argv)
{
    char c;
    secateur_symbolic(&c, 1, "c");
    secateur_assert(argc == 3 && strcmp(argv[2], "two") == 0);
    if (c == argv[1][0])
        return 1;
    return 0;
}
