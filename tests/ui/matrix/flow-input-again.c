//@ space: 4 bytes; 0,9 0,9 0,9 0,9
// One place takes several inputs, one after the other, as many as the first says.
#include <secateur.h>
static unsigned char count, in;
static int large;
int main(void)
{
    secateur_symbolic(&count, 1, "count");
    for (int i = 0; i < (count > 7 ? 3 : 1); i++) {
        secateur_symbolic(&in, 1, "in");
        if (in > 7)
            large++;
    }
    secateur_assert(large != 3); //~ assertion-failure
    return 0;
}
