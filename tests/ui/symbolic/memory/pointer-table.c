// Pointers in a table, one of which is missing.
#include <secateur.h>
int main(void)
{
    int x = 5, y = 6;
    int *table[4] = {&x, &y, 0, &x};
    unsigned char i;
    secateur_symbolic(&i, 1, "i");
    secateur_assume(i < 4);
    return *table[i] == 6; //~ null-dereference
}
