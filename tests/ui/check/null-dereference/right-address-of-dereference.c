// Taking the address of a dereferenced null pointer cancels out, and nothing is read.
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

int main(void)
{
    int *p = NULL;
    int *q = &*p;
    char *end = NULL;
    long number = strtol("12", NULL, 10);
    time_t now = time(NULL);
    free(end);
    return q != NULL || number != 12 || now == (time_t)-1;
}
