//@ space: 3 bytes; 0,9 0,9 0,9
// Two guards, and between them what is read behind both.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[3];
static int flag;
static void require(unsigned char value)
{
    if (value == 0)
        exit(value + 1);
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    require(in[0]);
    if (in[1] > 7)
        flag = 1;
    require(in[2]);
    secateur_assert(flag == 0); //~ assertion-failure
    return 0;
}
