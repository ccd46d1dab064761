// A call through a pointer of another type, or of a function defined without a prototype, gives the
// bits that the types share. Real programs do this, and it works on this machine.
//@ cflags: -Wno-all -Wno-strict-prototypes -Wno-cast-function-type -Wno-deprecated-non-prototype
#include <stdio.h>

static long wide(void) { return 0x100000007L; }
static int three_hundred(void) { return 300; }
static int is_five(int x) { return x == 5; }

int main(void) {
    int (*volatile narrow)(void) = (int (*)(void))wide;
    printf("%d\n", narrow() == 7);
    switch (narrow()) {
    case 7: puts("seven"); break;
    default: puts("another"); break;
    }
    int (*volatile five)(long) = (int (*)(long))is_five;
    printf("%d\n", five(0x100000005L));
    unsigned char (*volatile byte)(void) = (unsigned char (*)(void))three_hundred;
    printf("%d\n", byte() == 44);
    return 0;
}
