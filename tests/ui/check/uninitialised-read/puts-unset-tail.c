//@ args: --check all
//@ sanitizer: memory
// A word that was copied without its terminator is followed by unset bytes, and puts looks for the end in them.
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[16];
    memcpy(line, "branch", 6);
    line[15] = '\0';
    puts(line); //~ uninitialised-read
    return 0;
}
