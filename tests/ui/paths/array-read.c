//@ space: 2 bytes; 0-255 0-15
// Reads at a symbolic index, always in bounds; a value that stands twice in the table.
#include <secateur.h>
static const int table[16] = {3, 14, 15, 92, 65, 35, 89, 79, 32, 38, 46, 26, 43, 38, 32, 79};
int main(void)
{
    unsigned char i, j;
    secateur_symbolic(&i, 1, "i");
    secateur_symbolic(&j, 1, "j");
    secateur_assume(j < 16);
    int a = table[i % 16], b = table[j];
    if (a == 38)
        return 1;
    if (a > 70 && b == a)
        return 2;
    if (table[table[j] % 16] == 92)
        return 3;
    return 0;
}
