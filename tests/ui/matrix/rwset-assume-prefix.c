// All continuations end at an assumption: what the paths before it covered is covered by no test, however often they meet.
#include <secateur.h>
static unsigned char in[3];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7) {
        if (in[1] == 1)
            sink = 1;
        else if (in[1] == 2)
            sink = 2;
        sink = 0;
        secateur_assume(in[0] < 3);
        sink = 9;
    }
    if (in[1] == 3)
        sink = 3;
    secateur_assert(in[2] != 5); //~ assertion-failure
    return 0;
}
