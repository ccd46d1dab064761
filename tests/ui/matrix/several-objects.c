// One access may mean several objects; each is another path, and one is freed.
#include <secateur.h>
#include <stdlib.h>
int main(void)
{
    unsigned char in[2];
    secateur_symbolic(in, sizeof in, "in");
    int *boxes[3];
    for (int i = 0; i < 3; i++) {
        boxes[i] = malloc(sizeof *boxes[i]);
        if (!boxes[i])
            return 1;
        *boxes[i] = i * 10;
    }
    if (in[1] == 'f')
        free(boxes[1]);
    secateur_assume(in[0] < 3);
    int value = *boxes[in[0]]; //~ use-after-free
    if (value == 20 && in[1] == 'f')
        return 2;
    if (value == 10)
        return 3;
    return 0;
}
