// Copying a fixed size from a shorter global object reads behind the source.
#include <stdio.h>
#include <string.h>

static const char version[6] = "1.2.3";
static volatile size_t field_size = 8;

int main(void)
{
    char field[8];
    memcpy(field, version, field_size); //~ out-of-bounds-read
    printf("%c\n", field[0]);
    return 0;
}
