// snprintf and strncpy that are given the true size fill the buffer to its last byte and no further.
#include <stdio.h>
#include <string.h>

static volatile int number = 123456789;

int main(void)
{
    char text[6];
    int needed = snprintf(text, sizeof text, "%d", number);
    int wrong = needed != 9 || strcmp(text, "12345") != 0;
    strncpy(text, "pruning", sizeof text);
    wrong |= text[5] != 'n';
    return wrong;
}
