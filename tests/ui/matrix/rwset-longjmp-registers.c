// What a jump comes back to has a local that only one path changed before the place was marked.
#include <secateur.h>
#include <setjmp.h>
static unsigned char in[2];
static jmp_buf place;
static volatile int sink;
static void leave(void)
{
    if (in[1] > 7)
        sink = 1;
    longjmp(place, 1);
}
static int mark(int kept)
{
    if (setjmp(place) == 0)
        leave();
    return kept;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int v = 2;
    if (in[0] > 7)
        v = 1;
    v = mark(v);
    secateur_assert(v != 1); //~ assertion-failure
    secateur_assert(v != 2); //~ assertion-failure
    return 0;
}
