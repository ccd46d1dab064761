// The length of a local array is dead after its declaration, but not the array's size.
#include <secateur.h>
static unsigned char in[3];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int n = 4;
    if (in[0] > 7)
        n = 2;
    char room[n];
    n = 0;
    if (in[1] > 7)
        sink = 1;
    room[in[2] & 3] = 1; //~ out-of-bounds-write
    secateur_assert((in[2] & 3) != 3); //~ assertion-failure
    return 0;
}
