// A look-up that failed returns -1, and a callee two calls deep uses it as an index.
#include <stdio.h>

static int keys[4] = {10, 20, 30, 40};

static int find(int key)
{
    for (int i = 0; i < 4; i++)
        if (keys[i] == key)
            return i;
    return -1;
}

static int value_at(const int *values, int index)
{
    return values[index]; //~ out-of-bounds-read
}

static int look_up(const int *values, int key)
{
    return value_at(values, find(key));
}

int main(void)
{
    int values[4] = {1, 2, 3, 4};
    int sum = look_up(values, 30);
    sum += look_up(values, 35);
    printf("%d\n", sum);
    return 0;
}
