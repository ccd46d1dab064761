// A local array of two megabytes fits the stack when it is alone on it, and can be there again and again.
#include <string.h>

static int fill(int value)
{
    char block[2 * 1024 * 1024];
    memset(block, value, sizeof block);
    return block[0] + block[sizeof block - 1];
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 10; i++)
        sum += fill(i);
    return sum != 90;
}
