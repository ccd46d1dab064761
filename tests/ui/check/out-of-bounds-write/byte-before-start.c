// Writing digits from the right into a buffer that is one too short ends before its start.
#include <stdlib.h>

static char *decimal(char *end, unsigned value)
{
    do {
        *--end = (char)('0' + value % 10); //~ out-of-bounds-write
        value /= 10;
    } while (value);
    return end;
}

int main(void)
{
    char *digits = malloc(3);
    if (!digits)
        return 0;
    int first = *decimal(digits + 3, 999);
    first += *decimal(digits + 3, 1000);
    free(digits);
    return first == 0;
}
