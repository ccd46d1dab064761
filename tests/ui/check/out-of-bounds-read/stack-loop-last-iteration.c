// A loop that runs once too often reads behind a local array in its last iteration.
#include <stdio.h>

static volatile int count = 4;

int main(void)
{
    int samples[4] = {3, 1, 4, 1};
    int n = count;
    int sum = 0;
    for (int i = 0; i <= n; i++) {
        sum += samples[i]; //~ out-of-bounds-read
    }
    printf("%d\n", sum);
    return 0;
}
