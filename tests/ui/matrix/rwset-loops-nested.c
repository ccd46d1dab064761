// An outer machine of three states whose inner loop goes round as often as the state says.
#include <secateur.h>
static unsigned char in[4];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int state = 0, path = 0;
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < state; k++)
            if (in[i] > 100 + 20 * k)
                sink = k;
        int next = state;
        if (in[i] > 200)
            next = (state + 1) % 3;
        if (next < state)
            path++;
        state = next;
    }
    secateur_assert(path != 1 || state != 1); //~ assertion-failure
    secateur_assert(path != 1 || state != 0); //~ assertion-failure
    return 0;
}
