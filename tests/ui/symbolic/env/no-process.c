//@ args: --sym-stdin 1
//@ at-least: 3
// A command is not run, neither in the machine nor by its native replay: there is no way to start a process, and the program
// is told so.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    if (getchar() != '!')
        return 0;
    if (system("exit 3") < 0)
        return 1;
    return 2;
}
