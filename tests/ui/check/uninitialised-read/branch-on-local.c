//@ args: --check all
//@ sanitizer: memory
// A local that only one path sets decides a branch on the other path.
static volatile int option = 0;

int main(void)
{
    int level;
    if (option)
        level = 3;
    if (level > 2) //~ uninitialised-read
        return 1;
    return 0;
}
