//@ args: --sym-stdin 1
//@ paths: 3
// Files are on the device that native runs have them on: a hash table of devices is walked through as natively.
#include <stdio.h>
#include <sys/stat.h>

int main(void)
{
    struct stat st;
    int used[17] = {0}, empty = 0;
    if (stat(".", &st) != 0)
        return 2;
    used[st.st_dev % 17] = 1;
    for (int i = 0; i < 17 && !used[i]; i++)
        empty++;
    return getchar() == 'x' ? empty >= 17 : 0;
}
