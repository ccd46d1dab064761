//@ args: --function look
//@ covered: 9
// Bit-fields with and without sign, a union by value, an enumeration that may have any value.
#include <stdlib.h>
enum mode { OFF, ON };
struct bits { unsigned a : 3; int b : 5; _Bool c : 1; unsigned long d : 40; };
union word { int i; unsigned char bytes[4]; };
int look(struct bits bits, union word word, enum mode mode) {
    if (bits.a == 5 && bits.b == -7) return bits.d == 0x1234567890 ? 1 : 2;
    if (word.bytes[3] == 0x80) return word.i < 0 ? 3 : 4;
    switch (mode) {
    case OFF: return 5;
    case ON: return 6;
    default: abort(); //~ abort
    }
}
