// A special case of a known state, none of whose inputs hold an assumption that comes later, covers nothing.
#include <secateur.h>
static unsigned char in[2];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 92)
        if (in[1] == 185)
            sink = 1;
    if (in[0] & 32)
        sink = 2;
    secateur_assume(in[1] < 68);
    return 0;
}
