//@ args: --check all
// A hash that multiplies in a signed int overflows after some letters.
static int hash(const char *text)
{
    int h = 5381;
    while (*text) {
        h *= 33; //~ signed-overflow
        h ^= *text++;
    }
    return h;
}

int main(void)
{
    return hash("secateurs") == 0;
}
