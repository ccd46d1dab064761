//@ space: 2 bytes; 0-31 0-31
// Jumps forwards, backwards and out of nested loops.
#include <secateur.h>
int main(void)
{
    unsigned char n, k;
    int i = 0, j, work = 0;
    secateur_symbolic(&n, 1, "n");
    secateur_symbolic(&k, 1, "k");
    secateur_assume(n < 6 && k < 20);
again:
    if (i < n) {
        i++;
        goto again;
    }
    for (i = 0; i < 4; i++)
        for (j = 0; j < 5; j++) {
            if (++work == k)
                goto out;
            if (j > n)
                goto next;
        }
next:
    work = 100;
out:
    return work + i;
}
