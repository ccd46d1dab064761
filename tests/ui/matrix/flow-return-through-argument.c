//@ space: 2 bytes; 0,9 0,9
// A result behind a pointer, which only one way through the function writes.
#include <secateur.h>
static unsigned char in[2];
static int parse(unsigned char value, int *result)
{
    if (value < 5)
        return -1;
    *result = 7;
    return 0;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int result = 0;
    (void)parse(in[0], &result);
    if (in[1] > 7)
        secateur_assert(result != 7); //~ assertion-failure
    return 0;
}
