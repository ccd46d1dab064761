// A jump leaves three frames at once, from a place that is the same on all paths.
#include <secateur.h>
#include <setjmp.h>
static unsigned char in[3];
static jmp_buf place;
static int v;
static volatile int sink;
static void inner(void)
{
    if (in[1] > 7)
        sink = 1;
    if (in[2] > 7)
        longjmp(place, v + 1);
}
static void outer(void)
{
    inner();
    v = 5;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int code = setjmp(place);
    if (code == 0) {
        if (in[0] > 7)
            v = 2;
        outer();
    }
    secateur_assert(code != 1); //~ assertion-failure
    secateur_assert(code != 3); //~ assertion-failure
    secateur_assert(code != 0 || v != 5); //~ assertion-failure
    return 0;
}
