//@ args: --sym-arg 3
//@ paths: 4
// One symbolic argument, looked at byte by byte.
int main(int argc, char **argv)
{
    if (argc != 2)
        return 9; // impossible: there is exactly one
    if (argv[1][0] == '-') {
        if (argv[1][1] == 'v') {
            if (argv[1][2] == 0)
                return 1;
            return 2;
        }
        return 3;
    }
    return 0;
}
