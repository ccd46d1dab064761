//@ args: --sym-stdin 3
//@ paths: 4
// Symbolic input may end early: every length from zero on is a path.
#include <stdio.h>
int main(void)
{
    int n = 0;
    while (getchar() != EOF)
        n++;
    return n;
}
