// What is printed and summed up has hundreds of paths. None of them matters to the one access that may be wrong.
#include <stdio.h>
#include <secateur.h>
static int shelves[10];
int main(void)
{
    unsigned char code[4], sum = 0;
    secateur_symbolic(code, sizeof code, "code");
    for (int i = 0; i < 4; i++) {
        if (code[i] % 2)
            sum += 3;
        if (code[i] > 'z')
            putchar('?');
        else
            putchar(code[i]);
    }
    printf(" %u\n", sum);
    return shelves[code[0] % 12]; //~ out-of-bounds-read
}
