//@ sanitizer: signal
// Memory from alloca lasts until the function returns, so a loop of it eats the stack.
#include <alloca.h>
#include <string.h>

int main(int argc, char **argv) {
    (void)argv;
    char *last = 0;
    for (int i = 0; i < 20000 * argc; i++) {
        memset(last = alloca(1000), i, 1000); //~ stack-overflow
    }
    return last[0] == 1;
}
