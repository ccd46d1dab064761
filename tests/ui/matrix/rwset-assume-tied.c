// An assumption excludes a state by a byte that is tied to one that nobody asks about any more.
#include <secateur.h>
static unsigned char in[5];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[3] < in[1])
        if (in[4] < in[1]) {
            if (in[3] == 205)
                sink = 1;
            if (in[2] > 17)
                sink = 2;
        }
    for (int i = 0; i < 3; i++)
        secateur_assume(in[i] < 186);
    return 0;
}
