//@ space: 4 bytes; 0,9 0,9 0,9 0,9
// What is written behind two conditions is read behind two others.
#include <secateur.h>
static unsigned char in[4];
static int flag;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        if (in[1] > 7)
            flag = 1;
    if (in[2] > 7)
        if (in[3] > 7)
            secateur_assert(flag == 0); //~ assertion-failure
    return 0;
}
