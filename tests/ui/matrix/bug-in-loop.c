// The access in the loop is right for each way but few, and so is the shift behind it.
#include <secateur.h>
int main(void)
{
    unsigned char in[5];
    char text[4];
    int n = 0, bits = 28;
    secateur_symbolic(in, sizeof in, "in");
    for (int i = 0; i < 5; i++) {
        if (in[i] == '-')
            continue;
        if (in[i] == '+')
            bits++;
        text[n++] = (char)in[i]; //~ out-of-bounds-write
    }
    return (1u << bits) > 5 && text[0] == 'x'; //~ shift-out-of-range
}
