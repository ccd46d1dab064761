// Functions that are given a length do not look for a terminator behind it.
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>

static const char tag[4] = {'I', 'H', 'D', 'R'};

int main(void)
{
    int wrong = strnlen(tag, sizeof tag) != 4;
    wrong |= strncmp(tag, "IHDR", sizeof tag) != 0;
    wrong |= printf("%.4s\n", tag) != 5;
    return wrong;
}
