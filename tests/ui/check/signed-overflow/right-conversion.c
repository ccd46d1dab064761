//@ args: --check all
// Converting a value that does not fit to a narrower type is defined by the implementation, and is no overflow.
static volatile long wide = 4294967297L;

int main(void)
{
    int narrow = (int)wide;
    signed char tiny = (signed char)200;
    unsigned u = (unsigned)-1;
    return narrow != 1 || tiny != -56 || (int)u != -1;
}
