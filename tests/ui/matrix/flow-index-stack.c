//@ space: 3 bytes; 0,9 0,9 0,9
// A stack of two that three bytes may push to.
#include <secateur.h>
static unsigned char in[3];
static int stack[2], depth;
static void push(int value)
{
    stack[depth++] = value; //~ out-of-bounds-write
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    for (int i = 0; i < 3; i++)
        if (in[i] > 7)
            push(i);
    return 0;
}
