// A function that only a table names, chosen by the input; what it returns decides in main.
#include <secateur.h>
static int left;
static int zero(int n) { return n > 200 ? 7 : 0; }
static int one(int n) { left += n == 9; return 1; }
static int two(int n)
{
    if (left && n == 3)
        return 9;
    return 2;
}
static int (*const table[])(int) = {zero, one, two};
static int apply(int (*f)(int), int n) { return f(n); }
int main(void)
{
    unsigned char in[4];
    secateur_symbolic(in, sizeof in, "in");
    int sum = 0;
    for (int i = 0; i < 4; i += 2) {
        secateur_assume(in[i] < 3);
        sum += apply(table[in[i]], in[i + 1]);
    }
    if (sum == 10)
        return 1;
    if (sum == 14)
        return 2;
    return 0;
}
