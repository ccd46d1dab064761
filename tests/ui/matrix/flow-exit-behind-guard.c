//@ space: 3 bytes; 0,1 0,1 0,150
// The first path passes a guard and ends the program behind it: how the guard was passed shows where it goes on.
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[3];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] != 1) {
        if (in[2] == 150)
            return 0;
    }
    if (in[1] < 1)
        exit(1);
    secateur_assert(in[2] != 150); //~ assertion-failure
    return 2;
}
