//@ paths: 4
//@ covered: 4
// A choice whose value an assumption looks at is a branch, whether the value is needed afterwards or not.
#include <secateur.h>
int main(void)
{
    unsigned char in[4];
    secateur_symbolic(in, sizeof in, "in");
    int first = in[0] > 7 ? in[1] + 1 : in[2] + 2;
    secateur_assume(first < 9);
    int second = in[3] > 7 ? in[1] + 1 : in[2] + 2;
    secateur_assume(second != 3);
    return first;
}
