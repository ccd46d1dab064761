//@ args: --sym-stdin 3
// The library reads standard input into its buffer before the program decides on it.
#include <stdio.h>
int main(void)
{
    int c, words = 0, inside = 0;
    while ((c = getchar()) != EOF) {
        if (c == ' ' || c == '\n')
            inside = 0;
        else if (!inside)
            inside = 1, words++;
    }
    if (words == 2)
        return 1;
    return words;
}
