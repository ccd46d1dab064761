// The same buffer, set at two places: a jump leads back to another one.
#include <secateur.h>
#include <setjmp.h>
static unsigned char in[2];
static jmp_buf place;
static volatile int sink, first;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7) {
        if (setjmp(place)) {
            secateur_assert(in[1] <= 7); //~ assertion-failure
            return 1;
        }
    } else {
        if (setjmp(place)) {
            secateur_assert(in[1] > 7); //~ assertion-failure
            return 2;
        }
    }
    if (in[1] > 7)
        sink = 1;
    longjmp(place, 1);
}
