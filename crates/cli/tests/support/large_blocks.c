// 200 MiB in large blocks, every page touched.
#include <stdlib.h>
#include <string.h>
enum { COUNT = 200, SIZE = 1 << 20 };
int main(void) {
    static char *blocks[COUNT];
    for (int i = 0; i < COUNT; i++) {
        if (!(blocks[i] = malloc(SIZE))) return 1;
        memset(blocks[i], i + 1, SIZE);
    }
    for (int i = 0; i < COUNT; i++)
        if (blocks[i][SIZE - 1] != (char)(i + 1)) return 2;
    return 0;
}
