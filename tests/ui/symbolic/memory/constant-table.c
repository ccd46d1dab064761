//@ paths: 2
// A constant table at a symbolic index does not fork; one value in it is found.
#include <secateur.h>
static const short table[64] = {
    9, 2, 7, 1, 8, 2, 8, 1, 8, 2, 8, 4, 5, 9, 0, 4, 5, 2, 3, 5, 3, 6, 0, 2, 8, 7, 4, 7, 1, 3, 5, 2,
    6, 6, 2, 4, 9, 7, 7, 5, 7, 2, 4, 7, 0, 9, 3, 6, 9, 777, 9, 5, 9, 5, 7, 4, 9, 6, 6, 9, 6, 7, 6, 2,
};
int main(void)
{
    unsigned char i;
    secateur_symbolic(&i, 1, "i");
    if (table[i % 64] == 777)
        return 1;
    return 0;
}
