//@ space: 3 bytes; 0,9 0,9 0,9
// The first path leaves a loop at once. Behind its later rounds, which other bytes could leave it in, a flag is set.
#include <secateur.h>
static unsigned char in[3];
static int flag;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    for (int i = 0;; i++) {
        if (i == 2) {
            flag = 1;
            break;
        }
        if (in[i] == 0)
            break;
    }
    if (in[2] > 7)
        secateur_assert(flag == 0); //~ assertion-failure
    return 0;
}
