//@ args: --check uninitialised-read,assertion-failure
// Unset bytes and bytes set to zero look alike, and are copied along; only one of them may be read.
#include <secateur.h>
struct two {
    int a, b;
};
static unsigned char in[2];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    struct two t, u;
    t.a = 1;
    if (in[0] > 7)
        t.b = 0;
    u = t;
    if (in[1] > 7)
        sink = 1;
    if (u.b == 0) //~ uninitialised-read
        secateur_assert(in[1] != 8); //~ assertion-failure
    return 0;
}
