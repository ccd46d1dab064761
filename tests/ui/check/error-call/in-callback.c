//@ sanitizer: signal
// An error function that is called while qsort runs is reported in the comparison function.
#include <stdlib.h>

extern void __VERIFIER_error(void);

static int compare(const void *left, const void *right)
{
    char a = *(const char *)left, b = *(const char *)right;
    if (a == b)
        __VERIFIER_error(); //~ error-call
    return a < b ? -1 : 1;
}

int main(void)
{
    char letters[] = {'s', 's'};
    qsort(letters, sizeof letters, 1, compare);
    return 0;
}
