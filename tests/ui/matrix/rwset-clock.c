// Time that went by on one path only.
#include <secateur.h>
#include <time.h>
static unsigned char in[2];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    struct timespec before, after, pause = {5, 0};
    clock_gettime(CLOCK_MONOTONIC, &before);
    if (in[0] > 7)
        nanosleep(&pause, 0);
    if (in[1] > 7)
        sink = 1;
    clock_gettime(CLOCK_MONOTONIC, &after);
    if (after.tv_sec - before.tv_sec >= 5)
        secateur_assert(in[1] != 9); //~ assertion-failure
    else
        secateur_assert(in[1] != 8); //~ assertion-failure
    return 0;
}
