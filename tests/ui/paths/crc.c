//@ space: 2 bytes; 0-255 0-15
// A check sum without branches is compared with a constant; one without a match is impossible to guess.
#include <secateur.h>
#include <stdint.h>
static uint8_t crc8(const uint8_t *data, int n)
{
    uint8_t crc = 0xff;
    for (int i = 0; i < n; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++)
            crc = (uint8_t)(crc << 1 ^ (0x31 & -(crc >> 7)));
    }
    return crc;
}
int main(void)
{
    uint8_t message[2];
    secateur_symbolic(message, 2, "message");
    secateur_assume(message[1] < 16);
    if (crc8(message, 2) == 0xa7)
        return message[0] > 100 ? 1 : 2;
    return crc8(message, 1) == 0x42 ? 3 : 0;
}
