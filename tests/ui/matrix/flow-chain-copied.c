//@ space: 3 bytes; 0,9 0,9 0,9
// What a byte decides is copied from place to place, by assignment, by memcpy and as an argument.
#include <secateur.h>
#include <string.h>
struct pair { int first, second; };
static unsigned char in[3];
static struct pair one, two, three;
static int second_of(struct pair pair)
{
    return pair.second;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        one.second = 5;
    two = one;
    if (in[1] > 7)
        memcpy(&three, &two, sizeof three);
    if (in[2] > 7)
        secateur_assert(second_of(three) != 5); //~ assertion-failure
    return 0;
}
