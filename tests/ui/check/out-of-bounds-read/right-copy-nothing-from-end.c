// Copying or comparing zero bytes at one past the end reads nothing.
#include <string.h>

int main(void)
{
    char source[4] = {1, 2, 3, 4};
    char target[4] = {0};
    volatile size_t left = 0;
    memcpy(target, source + 4, left);
    memmove(target + 4, source + 4, left);
    int order = memcmp(source + 4, target + 4, left);
    return order != 0 || target[0] != 0;
}
