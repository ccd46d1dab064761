// Several cases have one target, another has a range, and the default is a target too.
#include <secateur.h>
static int kind(unsigned char c)
{
    switch (c) {
    case 1: case 3: case 5: case 7:
        return 1;
    case 20 ... 40:
        return 2;
    case 50:
    default:
        return 0;
    case 60:
        return 4;
    }
}
int main(void)
{
    unsigned char in[3];
    secateur_symbolic(in, sizeof in, "in");
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += kind(in[i]);
    switch (sum) {
    case 12:
        return 1;
    case 7:
        return 2;
    case 0:
        return 3;
    }
    return 0;
}
