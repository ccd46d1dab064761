//@ args: --sym-stdin 1
//@ at-least: 3
// There is no socket, neither in the machine nor for its native replay.
#include <stdio.h>
#include <sys/socket.h>

int main(void) {
    if (getchar() != '!')
        return 0;
    if (socket(AF_UNIX, SOCK_STREAM, 0) < 0)
        return 1;
    return 2;
}
