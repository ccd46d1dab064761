//@ args: --check all
// A local without initialiser that every path sets before it is used is right.
#include <stdio.h>

static void set(int *out)
{
    *out = 4;
}

int main(void)
{
    int a, b, c;
    char text[16];
    for (int i = 0; i < 2; i++) {
        if (i == 0)
            a = 1;
        else
            a = 2;
    }
    set(&b);
    do {
        c = a + b;
    } while (c < 6);
    int length = snprintf(text, sizeof text, "%d", c);
    return length != 1 || text[0] != '6' || text[1] != '\0';
}
