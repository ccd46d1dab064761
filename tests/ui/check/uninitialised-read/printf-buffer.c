//@ args: --check all
//@ sanitizer: memory
// A buffer that was never filled is printed as a string by a function with variable arguments.
#include <stdarg.h>
#include <stdio.h>

static volatile int answer = 0;

static void report(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments); //~ uninitialised-read
    va_end(arguments);
}

static void describe(char *buffer, size_t size)
{
    if (answer)
        snprintf(buffer, size, "the answer is %d", answer);
}

int main(void)
{
    char buffer[32];
    describe(buffer, sizeof buffer);
    report("%s\n", buffer);
    return 0;
}
