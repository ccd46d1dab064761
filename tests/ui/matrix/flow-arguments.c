//@ args: --sym-args 0 2 1
// How many arguments there are decides, too.
#include <secateur.h>
static int flag;
int main(int argc, char **argv)
{
    if (argc < 2)
        return 0;
    if (argv[1][0] == 'x')
        flag = 1;
    if (argc == 2)
        secateur_assert(flag == 0); //~ assertion-failure
    else if (argv[2][0] == 'y')
        secateur_assert(flag == 0); //~ assertion-failure
    return 0;
}
