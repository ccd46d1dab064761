// Jumps into the middle of loops, and out of two at once.
#include <secateur.h>
int main(void)
{
    unsigned char in[4];
    int i = 0, n = 0;
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] == 'm')
        goto middle;
    for (i = 0; i < 4; i++) {
        if (in[i] == 'q')
            goto out;
        n++;
    middle:
        if (in[i] == 'z') {
            for (int j = 0; j < 2; j++) {
                if (n == 3)
                    goto out;
                n++;
            }
        }
    }
    if (n == 3)
        return 1;
    return 2;
out:
    if (n == 3 && i == 3)
        return 3;
    return n == 0 ? 4 : 5;
}
