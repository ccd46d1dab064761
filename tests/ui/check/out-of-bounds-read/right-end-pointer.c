// A pointer one past the end may be computed, compared and subtracted, as long as it is not dereferenced.
#include <stddef.h>

static int data[5] = {5, 4, 3, 2, 1};

int main(void)
{
    const int *end = data + 5;
    int sum = 0;
    for (const int *p = data; p != end; p++)
        sum += *p;
    for (const int *p = end; p > data;)
        sum -= *--p;
    ptrdiff_t length = end - data;
    return sum != 0 || length != 5 || end[-1] != 1;
}
