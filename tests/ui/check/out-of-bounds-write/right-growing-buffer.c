// A buffer that grows just when it is full is always written inside.
#include <stdlib.h>

int main(void)
{
    char *data = NULL;
    size_t length = 0, capacity = 0;
    for (int i = 0; i < 100; i++) {
        if (length == capacity) {
            capacity = capacity ? capacity * 2 : 1;
            char *bigger = realloc(data, capacity);
            if (!bigger) {
                free(data);
                return 0;
            }
            data = bigger;
        }
        data[length++] = (char)i;
    }
    int wrong = data[99] != 99 || data[0] != 0;
    free(data);
    return wrong;
}
