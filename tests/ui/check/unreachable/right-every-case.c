// A switch over all values of two bits never reaches its default.
static int name(unsigned bits)
{
    switch (bits & 3u) {
    case 0:
        return 'A';
    case 1:
        return 'C';
    case 2:
        return 'G';
    case 3:
        return 'T';
    default:
        __builtin_unreachable();
    }
}

int main(void)
{
    int sum = 0;
    for (unsigned i = 0; i < 256; i++)
        sum += name(i);
    return sum != 64 * ('A' + 'C' + 'G' + 'T');
}
