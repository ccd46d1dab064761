// Clearing a local array with <= instead of < writes behind it in the last iteration.
static volatile int size = 10;

static int clear_and_count(void)
{
    int cells[10];
    int n = size;
    for (int i = 0; i <= n; i++) {
        cells[i] = 0; //~ out-of-bounds-write
    }
    return cells[0];
}

int main(void)
{
    return clear_and_count();
}
