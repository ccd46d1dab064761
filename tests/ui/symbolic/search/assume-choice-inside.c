//@ paths: 2
//@ covered: 2
// Inside an assumption nothing is a branch of the program, on whichever line it stands.
#include <secateur.h>
#define SMALL(x, y) secateur_assume((x) < 4 || (y) < 4)
int main(void)
{
    unsigned char in[4];
    secateur_symbolic(in, sizeof in, "in");
    SMALL(in[0], in[1]);
    secateur_assume(in[2] > 9
                    ? in[0] < 3 && in[1] != 5
                    : in[0] != in[1]);
    if (in[3] > 40)
        return 1;
    return 0;
}
