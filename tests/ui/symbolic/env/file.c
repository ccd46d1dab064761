//@ args: --sym-file data 2
//@ at-least: 3
// A symbolic file, which may be shorter than its bound.
#include <stdio.h>
int main(void)
{
    FILE *file = fopen("data", "rb");
    if (!file)
        return 9;
    int a = fgetc(file), b = fgetc(file);
    fclose(file);
    if (a == EOF)
        return 1;
    if (b == EOF)
        return 2;
    return 3;
}
