//@ space: 3 bytes; 0,9 0,9 0,9
// A number that two bytes raise is printed: how long it is matters where a third decides so.
#include <secateur.h>
#include <stdio.h>
static unsigned char in[3];
int main(void)
{
    char text[8];
    int number = 0;
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        number += 5;
    if (in[1] > 7)
        number += 5;
    int length = snprintf(text, sizeof text, "%d", number);
    if (in[2] > 7)
        secateur_assert(length == 1); //~ assertion-failure
    return 0;
}
