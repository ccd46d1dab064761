// The average of an empty list divides by zero.
#include <stdio.h>

static int average(const int *values, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i];
    return sum / count; //~ division-by-zero
}

int main(void)
{
    int values[3] = {1, 2, 3};
    int first = average(values, 3);
    printf("%d %d\n", first, average(values, 0));
    return 0;
}
