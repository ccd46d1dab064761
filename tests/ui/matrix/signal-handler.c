// A handler runs in the middle of main, and what it leaves behind decides.
#include <secateur.h>
#include <signal.h>
static volatile int seen;
static void handle(int number)
{
    if (number == SIGUSR1 && seen == 1)
        seen = 5;
    else
        seen++;
}
int main(void)
{
    unsigned char in[3];
    secateur_symbolic(in, sizeof in, "in");
    signal(SIGUSR1, handle);
    signal(SIGUSR2, handle);
    for (int i = 0; i < 3; i++)
        if (in[i] > 9)
            raise(in[i] & 1 ? SIGUSR1 : SIGUSR2);
    if (seen == 6)
        return 1;
    return seen == 3;
}
