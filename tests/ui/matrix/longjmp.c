// What lies behind setjmp is reached again from a function that never returns, with a value that only rare input gives.
#include <secateur.h>
#include <setjmp.h>
static jmp_buf place;
static _Noreturn void leave(unsigned char c)
{
    if (c > 250)
        longjmp(place, 3);
    longjmp(place, c & 1 ? 2 : 1);
}
static void look(unsigned char c)
{
    if (c < 100)
        return;
    leave(c);
}
int main(void)
{
    unsigned char in[3];
    secateur_symbolic(in, sizeof in, "in");
    volatile int round = 0, sum = 0;
    int code = setjmp(place);
    if (code == 3)
        return 30;
    if (code == 2 && sum == 1)
        return 20 + round;
    sum += code;
    if (round < 3) {
        round++;
        look(in[round - 1]);
        return 1;
    }
    return 2;
}
