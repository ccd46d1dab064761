//@ args: --check all
//@ sanitizer: memory
// A sum that took in one unset element is used for a branch in a callee two calls deep.
#include <stdlib.h>

static int is_large(const int *sum)
{
    if (*sum > 100) //~ uninitialised-read
        return 1;
    return 0;
}

static int judge(const int *list, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += list[i];
    return is_large(&sum);
}

int main(void)
{
    int *list = malloc(4 * sizeof *list);
    if (!list)
        return 0;
    for (int i = 0; i < 3; i++)
        list[i] = i;
    int large = judge(list, 3);
    large += judge(list, 4);
    free(list);
    return large == 7;
}
