//@ space: 3 bytes; 0,1 0,1 0,5
// Each turn of a loop looks at a status, which the turns before count in: only all together pass the last one.
#include <secateur.h>
static unsigned char in[3];
static int count;
static int look(int byte)
{
    if (byte == 1)
        count++;
    if (count < 1)
        return 1;
    return count == 2 ? 2 : 1;
}
int main(void)
{
    int last = 0;
    secateur_symbolic(in, sizeof in, "in");
    for (int i = 0; i < 2; i++) {
        last = look(in[i]);
        if (!last)
            return 1;
    }
    if (last != 2)
        return 2;
    secateur_assert(in[2] != 5); //~ assertion-failure
    return 0;
}
