//@ paths: 20
// One byte wide, twelve decisions deep: the bug needs twelve right bytes in a row.
#include <secateur.h>
#include <stdlib.h>
int main(void)
{
    unsigned char in[20];
    int right = 0;
    secateur_symbolic(in, sizeof in, "in");
    for (int i = 0; i < 20; i++) {
        if (in[i] != (i * 37 + 11) % 256)
            return right;
        right++;
    }
    abort(); //~ abort
}
