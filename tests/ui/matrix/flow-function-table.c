//@ space: 3 bytes; 0,9 0,9 0,9
// One byte changes a table of functions, another which entry is called, a third looks at what that did.
#include <secateur.h>
static unsigned char in[3];
static int flag;
static int none(int value)
{
    return value;
}
static int set(int value)
{
    return flag = value;
}
int main(void)
{
    int (*table[2])(int) = {none, none}, entry = 0;
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        table[1] = set;
    if (in[1] > 7)
        entry = 1;
    table[entry](3);
    if (in[2] > 7)
        secateur_assert(flag != 3); //~ assertion-failure
    return 0;
}
