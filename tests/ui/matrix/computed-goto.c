// The next label is computed from the input.
#include <secateur.h>
int main(void)
{
    static void *const labels[] = {&&add, &&twice, &&stop};
    unsigned char in[3];
    int sum = 1, i = 0;
    secateur_symbolic(in, sizeof in, "in");
next:
    if (i == 3)
        goto stop;
    if (in[i] > 2)
        return 9;
    goto *labels[in[i++]];
add:
    sum++;
    goto next;
twice:
    sum *= 2;
    goto next;
stop:
    if (sum == 8)
        return 1;
    if (sum == 3)
        return 2;
    return 0;
}
