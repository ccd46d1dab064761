//@ args: --check all
// A sum of positive ints grows past INT_MAX in the loop's last iteration.
#include <limits.h>

static const int parts[3] = {INT_MAX / 2, INT_MAX / 2, 2};

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        sum = sum + parts[i]; //~ signed-overflow
    }
    return sum == 0;
}
