// The same where the assumption is behind a branch that the special case always takes.
#include <secateur.h>
static unsigned char in[3];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 246)
        sink = 1;
    for (int i = 0; i < 3; i++)
        if (in[i] > 126)
            sink = 2;
    if (in[0] > 0)
        secateur_assume(in[0] == 0);
    return 0;
}
