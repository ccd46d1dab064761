// A bug behind a loop whose branches are all covered soon: only one of many ways through it shows the bug.
#include <secateur.h>
int main(void)
{
    unsigned char in[6];
    int values[7] = {0};
    int n = 0;
    secateur_symbolic(in, sizeof in, "in");
    for (int i = 0; i < 6; i++)
        if (in[i] < 16)
            n++;
    values[n] = 1;
    return 10 / (n - 6 + values[0]); //~ division-by-zero
}
