// Independent decisions: each of 14 bytes is looked at once, so there are 2^14 paths and every query is about one byte.
#include <secateur.h>

enum { BYTES = 14 };

int main(void) {
    unsigned char bytes[BYTES];
    unsigned large = 0;
    secateur_symbolic(bytes, sizeof bytes, "bytes");
    for (int i = 0; i < BYTES; i++)
        if (bytes[i] > 40 + 10 * i)
            large += 1u << i;
    return large == 0x1234;
}
