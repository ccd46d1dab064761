// Two pointers in memory are swapped on one path, while the objects stay as they are.
#include <secateur.h>
static unsigned char in[2];
static int one = 1, two = 2, three = 3;
static int *slots[3] = {&one, &two, &three};
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7) {
        int *t = slots[0];
        slots[0] = slots[2];
        slots[2] = t;
    }
    if (in[1] > 7)
        sink = 1;
    *slots[0] = 9;
    secateur_assert(one != 9); //~ assertion-failure
    secateur_assert(three != 9); //~ assertion-failure
    return 0;
}
