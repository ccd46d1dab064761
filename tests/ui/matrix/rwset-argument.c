//@ args: --sym-args 1 2 2
// How many arguments there are and how long they are is decided before the program begins.
#include <secateur.h>
#include <string.h>
static volatile int sink;
int main(int argc, char **argv)
{
    int n = 0;
    for (int i = 1; i < argc; i++)
        if (argv[i][0] == '-')
            n++;
    sink = n;
    n = 0;
    if (argc == 2)
        secateur_assert(strlen(argv[1]) != 2); //~ assertion-failure
    if (argc == 3)
        secateur_assert(argv[1][0] == '-' || argv[2][0] != '-'); //~ assertion-failure
    return n;
}
