//@ sanitizer: signal
// A comparison function that bsearch calls aborts on a key that it does not know.
#include <stdlib.h>

static const int table[3] = {10, 20, 30};

static int compare(const void *key, const void *element)
{
    int a = *(const int *)key, b = *(const int *)element;
    if (a < 0)
        abort(); //~ abort
    return (a > b) - (a < b);
}

int main(void)
{
    int known = 20, unknown = -1;
    int found = bsearch(&known, table, 3, sizeof table[0], compare) != NULL;
    found += bsearch(&unknown, table, 3, sizeof table[0], compare) != NULL;
    return found;
}
