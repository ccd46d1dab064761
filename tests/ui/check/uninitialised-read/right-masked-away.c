//@ args: --check all
// A word of which only the set byte is looked at does not depend on its unset bytes.
#include <stdint.h>

union word {
    uint32_t whole;
    uint8_t bytes[4];
};

int main(void)
{
    union word word;
    word.bytes[0] = 7;
    uint32_t low = word.whole & 0xffu;
    uint32_t shifted = (word.whole << 24) >> 24;
    if (low != 7 || shifted != 7)
        return 1;
    return 0;
}
