// Half an address is a constant that no linker knows; it is the same number wherever it is computed.
#include <stdio.h>

static int g, h;

int main(int argc, char **argv) {
    (void)argv;
    int v = argc > 0 ? (int)(long)&g : 5;
    printf("%d\n", v == (int)(long)&g);
    long w = argc > 5 ? 1 : (long)(short)(long)&h;
    printf("%d\n", w == (short)(long)&h);
    return 0;
}
