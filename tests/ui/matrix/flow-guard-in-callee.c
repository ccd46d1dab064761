//@ space: 3 bytes; 0,9 0,9 0,9
// A function ends the program, as on the first path; all else is behind it.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[3];
static int flag;
static void require(int holds)
{
    if (!holds)
        exit(1);
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    require(in[0] > 5);
    if (in[1] > 7)
        flag = 1;
    if (in[2] > 7)
        secateur_assert(flag == 0); //~ assertion-failure
    return 0;
}
