//@ space: 3 bytes; 0,9 0,9 0,9
// A number that each byte may raise by one.
#include <secateur.h>
static unsigned char in[3];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int count = 0;
    for (int i = 0; i < 3; i++)
        if (in[i] > 7)
            count++;
    secateur_assert(count != 3); //~ assertion-failure
    return 0;
}
