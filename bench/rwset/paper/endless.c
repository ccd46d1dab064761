// Section 2.2: `while (1) { x = read_data(); process(x); }`. The loop has no end, but it is observed in finitely many
// ways: a receiver of framed messages that is in one of four states and counts up to two bytes of a body.
#include <secateur.h>

enum state { OUTSIDE, HEADER, BODY, CHECK };

static enum state state;
static int expected;

static void process(unsigned char x) {
    switch (state) {
    case OUTSIDE:
        if (x == 0x7e)
            state = HEADER;
        break;
    case HEADER:
        if (x == 0x7e)
            break;
        if (x == 0 || x > 2) {
            state = OUTSIDE;
            break;
        }
        expected = x == 1 ? 1 : 2;
        state = BODY;
        break;
    case BODY:
        if (x == 0x7e)
            state = HEADER;
        else if (--expected == 0)
            state = CHECK;
        break;
    case CHECK:
        state = (x & 0x80) != 0 ? HEADER : OUTSIDE;
        break;
    }
}

int main(void) {
    unsigned char x;
    while (1) {
        secateur_symbolic(&x, sizeof x, "x");
        process(x);
    }
}
