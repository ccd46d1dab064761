// Two places to jump to; the inner one is left by a return before the outer one is used.
#include <secateur.h>
#include <setjmp.h>
static jmp_buf outer, inner;
static void leave(unsigned char c)
{
    if (c == 1)
        longjmp(outer, 1);
    if (c == 2)
        longjmp(inner, 1);
}
static int once(unsigned char c)
{
    if (setjmp(inner)) {
        if (c == 2)
            return 5;
        return 6;
    }
    leave(c);
    return 0;
}
int main(void)
{
    unsigned char in[3];
    secateur_symbolic(in, sizeof in, "in");
    volatile int sum = 0;
    if (setjmp(outer)) {
        if (sum == 10)
            return 1;
        return 2;
    }
    for (int i = 0; i < 3; i++)
        sum += once(in[i]);
    return sum == 15 ? 3 : 4;
}
