// Each round asks for its own byte, and an upper bound that falls from round to round ends the loop.
#include <secateur.h>
static int marks;
int main(void)
{
    unsigned char most = 3, c;
    for (;;) {
        secateur_symbolic(&c, 1, "c");
        secateur_assume(c <= most);
        if (c == 0)
            break;
        if (c == 2)
            marks++;
        most = c - 1;
    }
    secateur_assert(marks != 0); //~ assertion-failure
    secateur_assert(marks != 1); //~ assertion-failure
    return 0;
}
