//@ space: 3 bytes; 0,9 0,9 0,9
// How far the library is in its buffer: two bytes may each take one character from it.
#include <secateur.h>
#include <stdio.h>
static unsigned char in[3];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    FILE *file = fmemopen((char *)"abcd", 4, "r");
    if (!file || getc(file) != 'a')
        return 1;
    if (in[0] > 7)
        getc(file);
    if (in[1] > 7)
        getc(file);
    if (in[2] > 7)
        secateur_assert(getc(file) != 'd'); //~ assertion-failure
    fclose(file);
    return 0;
}
