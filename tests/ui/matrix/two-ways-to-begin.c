//@ args: --sym-args 0 2 2
// How many arguments there are is decided before main, which branches on it and on them.
int main(int argc, char **argv)
{
    int n = 0;
    for (int i = 1; i < argc; i++)
        if (argv[i][0] == '-')
            n++;
    if (argc == 3 && n == 1 && argv[2][1] == 'x')
        return 1;
    if (n == 2)
        return 2;
    return argc > 1 && argv[1][0] == 0;
}
