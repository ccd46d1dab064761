//@ args: --sym-stdin 4
//@ at-least: 5
// The bytes of the input are symbolic: a word in it is found.
#include <stdlib.h>
#include <unistd.h>
int main(void)
{
    char word[4];
    if (read(0, word, 4) != 4)
        return 1;
    if (word[0] == 'b' && word[1] == 'u' && word[2] == 'g' && word[3] == '\n')
        abort(); //~ abort
    return 0;
}
