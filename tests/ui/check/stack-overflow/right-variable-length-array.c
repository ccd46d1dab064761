// A variable-length array in a loop is released in each iteration.
static volatile int size = 100000;

static int touch(int n)
{
    char block[n];
    block[0] = 1;
    block[n - 1] = 2;
    return block[0] + block[n - 1];
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 500; i++) {
        char inner[size];
        inner[size - 1] = 1;
        sum += inner[size - 1] + touch(size);
    }
    return sum != 2000;
}
