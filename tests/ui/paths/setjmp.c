//@ space: 2 bytes; 0-63 0-63
// longjmp out of two calls brings its value to setjmp.
#include <secateur.h>
#include <setjmp.h>
static jmp_buf target;
static void inner(int x)
{
    if (x > 50)
        longjmp(target, x - 50);
}
static void outer(int x, int y)
{
    inner(x);
    if (y == 13)
        longjmp(target, 99);
    inner(y);
}
int main(void)
{
    unsigned char in[2];
    secateur_symbolic(in, 2, "in");
    secateur_assume(in[0] < 64 && in[1] < 64);
    switch (setjmp(target)) {
    case 0:
        outer(in[0], in[1]);
        return 0;
    case 5: return 1;
    case 99: return 2;
    default: return 3;
    }
}
