//@ args: --sym-args 0 2 2
//@ paths: 3
// Between none and two arguments.
int main(int argc, char **argv)
{
    (void)argv;
    switch (argc) {
    case 1: return 1;
    case 2: return 2;
    default: return 3;
    }
}
