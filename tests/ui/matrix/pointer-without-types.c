// A function is called through a pointer of another type, which works here and natively.
#include <secateur.h>
static int seen;
static int plain(void)
{
    if (seen > 1)
        return 5;
    return seen++;
}
static int taking(int n)
{
    if (n == 4)
        seen = 2;
    return n;
}
int main(void)
{
    unsigned char in[3];
    secateur_symbolic(in, sizeof in, "in");
    int result = 0;
    for (int i = 0; i < 3; i++) {
        int (*f)(int) = in[i] & 1 ? (int (*)(int))(void (*)(void))plain : taking;
        result = f(in[i] & 7);
    }
    if (result == 5)
        return 1;
    return 0;
}
