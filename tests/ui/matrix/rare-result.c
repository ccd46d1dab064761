// A branch is reachable only after a rare result of a call three levels down, met on a path that covers nothing before.
#include <secateur.h>
static int lowest(unsigned char c) { return c == 7 ? -2 : c & 1; }
static int middle(const unsigned char *in, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        int one = lowest(in[i]);
        if (one < 0)
            return one;
        sum += one;
    }
    return sum;
}
static int upper(const unsigned char *in, int n) { return middle(in, n) - 1; }
int main(void)
{
    unsigned char in[4];
    secateur_symbolic(in, sizeof in, "in");
    int result = upper(in, 4);
    if (result == -3)
        return 10;
    if (result == 3)
        return 11;
    return 0;
}
