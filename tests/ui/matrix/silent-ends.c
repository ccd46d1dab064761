// Paths that want no test still count as paths, and what is behind them is not theirs.
#include <secateur.h>
#include <klee/klee.h>
int main(void)
{
    unsigned char in[3];
    int n = 0;
    secateur_symbolic(in, sizeof in, "in");
    for (int i = 0; i < 3; i++) {
        if (in[i] == 'x')
            n++;
        else if (in[i] == 's' && n == 1)
            klee_silent_exit(0);
    }
    return n == 3;
}
