//@ space: 3 bytes; 0,9 0,9 0,9
// A handler is installed by one byte and called by another. A third looks at what it left.
#include <secateur.h>
#include <signal.h>
static unsigned char in[3];
static volatile sig_atomic_t flag;
static void handler(int number)
{
    flag = number;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    signal(SIGUSR1, SIG_IGN);
    if (in[0] > 7)
        signal(SIGUSR1, handler);
    if (in[1] > 7)
        raise(SIGUSR1);
    if (in[2] > 7)
        secateur_assert(flag == 0); //~ assertion-failure
    return 0;
}
