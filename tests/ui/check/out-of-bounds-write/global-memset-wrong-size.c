// Clearing a global array by its number of bytes times two writes behind it.
#include <string.h>

#define LENGTH 6

static short table[LENGTH];
static volatile size_t element = sizeof(int);

static void reset(void)
{
    memset(table, 0, LENGTH * element); //~ out-of-bounds-write
}

int main(void)
{
    reset();
    return table[0];
}
