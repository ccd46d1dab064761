// A month number that counts from one reads behind a global table that counts from zero.
#include <stdio.h>

static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
static volatile int december = 12;

static int days_of(int month)
{
    return days[month]; //~ out-of-bounds-read
}

int main(void)
{
    printf("%d\n", days_of(december));
    return 0;
}
