//@ space: 4 bytes; 0,9 0,3 0,5 0,9
// The same comparison is about one byte or about another, as a third decides; the first path looks at the wrong one.
#include <secateur.h>
static unsigned char in[4];
static int flag;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    unsigned char *from = &in[1];
    if (in[0] > 7)
        from = &in[2];
    if (in[3] > 7)
        flag = 1;
    if (*from == 5)
        secateur_assert(flag == 0 || from == &in[1]); //~ assertion-failure
    return 0;
}
