//@ sanitizer: signal
// assert(0) marks a case that should not occur, and does.
#include <assert.h>

static int operate(char operator, int a, int b)
{
    switch (operator) {
    case '+':
        return a + b;
    case '-':
        return a - b;
    default:
        assert(0); //~ assertion-failure
        return 0;
    }
}

int main(void)
{
    const char *program = "+-*";
    int value = 1;
    for (const char *p = program; *p; p++)
        value = operate(*p, value, 2);
    return value;
}
