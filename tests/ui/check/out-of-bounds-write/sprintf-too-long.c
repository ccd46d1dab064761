// A number that has more digits than foreseen makes sprintf write behind the local buffer.
#include <stdio.h>

static volatile int number = -1000000;

int main(void)
{
    char text[8];
    sprintf(text, "%d", 9999999);
    int first = text[0];
    sprintf(text, "%d", number); //~ out-of-bounds-write
    return first == text[0];
}
