//@ args: --check all
// Only the part of a buffer that was filled is written out and compared.
#define _POSIX_C_SOURCE 200809L
#include <string.h>
#include <unistd.h>

int main(void)
{
    char line[64];
    strcpy(line, "prune");
    size_t length = strlen(line);
    line[length++] = '\n';
    if (write(1, line, length) != (ssize_t)length)
        return 0;
    return memcmp(line, "prune\n", length) != 0;
}
