//@ args: --sym-args 1 2 2
// The program expects two arguments, and does not count them.
#include <string.h>
int main(int argc, char **argv)
{
    (void)argc;
    if (argv[1][0] != 'x')
        return 1;
    return strlen(argv[2]) == 1; //~ null-dereference
}
