// Two functions that call each other, as parsers do; the error is seen after all of them returned.
#include <secateur.h>
static const unsigned char *at, *end;
static int wrong;
static int expression(int depth);
static int factor(int depth)
{
    if (at == end)
        return wrong = 1, 0;
    if (*at == '(' && depth < 2) {
        at++;
        int value = expression(depth + 1);
        if (at == end || *at != ')')
            wrong = 2;
        else
            at++;
        return value;
    }
    return *at++ & 1;
}
static int expression(int depth)
{
    int value = factor(depth);
    while (at < end && *at == '+') {
        at++;
        value += factor(depth);
    }
    return value;
}
int main(void)
{
    unsigned char in[4];
    secateur_symbolic(in, sizeof in, "in");
    at = in;
    end = in + sizeof in;
    int value = expression(0);
    if (wrong == 2 && at == end)
        return 1;
    if (wrong)
        return 2;
    if (value == 2)
        return 3;
    return 0;
}
