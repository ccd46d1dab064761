//@ space: 1 bytes
// A switch whose cases follow each other, as a jump table would have them.
#include <secateur.h>
int main(void)
{
    unsigned char op;
    secateur_symbolic(&op, 1, "op");
    int value = 7;
    switch (op & 15) {
    case 0: value += 1; break;
    case 1: value -= 2; break;
    case 2: value *= 3; break;
    case 3: value <<= 4; break;
    case 4: value = -value; break;
    case 5: value ^= 6; break;
    default: value = 0;
    }
    if (value > 20)
        return 1;
    return 0;
}
