//@ space: 1 bytes
// The same kind of check sum with a branch a bit: every input is a path of its own.
#include <secateur.h>
int main(void)
{
    unsigned char c;
    secateur_symbolic(&c, 1, "c");
    unsigned crc = c;
    for (int bit = 0; bit < 8; bit++) {
        if (crc & 1)
            crc = crc >> 1 ^ 0x8c;
        else
            crc >>= 1;
    }
    return crc == 0x99;
}
