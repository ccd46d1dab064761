// A million small blocks, alive at once.
#include <stdlib.h>
enum { COUNT = 1000000, SIZE = 16 };
int main(void) {
    static char *blocks[COUNT];
    for (int i = 0; i < COUNT; i++) {
        if (!(blocks[i] = malloc(SIZE))) return 1;
        blocks[i][0] = blocks[i][SIZE - 1] = (char)i;
    }
    for (int i = 0; i < COUNT; i++)
        if (blocks[i][SIZE - 1] != (char)i) return 2;
    return 0;
}
