//@ args: --check all
//@ sanitizer: memory
// An index that was never set is part of an address.
static int table[256] = {1, 2, 3};

static volatile int given = 0;

static void choose(unsigned char *index)
{
    if (given)
        *index = 1;
}

int main(void)
{
    unsigned char index;
    choose(&index);
    int value = table[index]; //~ uninitialised-read
    return value == 1000;
}
