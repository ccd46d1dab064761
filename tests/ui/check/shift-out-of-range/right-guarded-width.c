// A mask of all bits is made without a shift by the width.
static unsigned long mask(unsigned bits)
{
    return bits >= 64 ? ~0ul : (1ul << bits) - 1;
}

int main(void)
{
    return mask(64) != ~0ul || mask(63) != ~0ul >> 1 || mask(0) != 0;
}
