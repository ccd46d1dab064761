// Dependent decisions: a byte is taken if it still fits beside those taken before, so that a decision depends on all the
// earlier ones. Both sides are always possible: 2^12 paths.
#include <secateur.h>

enum { BYTES = 12, ROOM = 200 };

int main(void) {
    unsigned char bytes[BYTES];
    int sum = 0, taken = 0;
    secateur_symbolic(bytes, sizeof bytes, "bytes");
    for (int i = 0; i < BYTES; i++) {
        if (sum + bytes[i] < ROOM) {
            sum += bytes[i];
            taken++;
        }
    }
    return taken;
}
