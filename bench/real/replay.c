/* Runs a library's harness natively on many inputs, for coverage: replay PROGRESS FILE...  Every file is an input of at
   most N bytes.  Where the harness crashes, hangs or exits, the profile is written all the same, and PROGRESS gets the
   number of inputs that were begun, so that whoever started this can go on with the next one. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef N
#error "define N, the largest number of bytes"
#endif

int harness(const unsigned char *data, unsigned size);
extern int __llvm_profile_write_file(void);

static const char *progress;
static volatile int begun;
static volatile int is_done;

/* Digits by hand: this also runs in a signal handler. */
static void note(void)
{
    char digits[12];
    int at = sizeof digits, rest = begun, file;
    do
        digits[--at] = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    file = open(progress, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file >= 0 && write(file, digits + at, sizeof digits - (unsigned)at) > 0)
        close(file);
}

static void on_fatal(int signal)
{
    note();
    __llvm_profile_write_file();
    _exit(128 + signal);
}

static void on_exit_of_the_library(void)
{
    if (!is_done)
        note();
}

static void one(FILE *file)
{
    unsigned char *data = calloc(N, 1);
    size_t size = fread(data, 1, N, file);
    harness(data, (unsigned)size);
    free(data);
}

int main(int count, char **arguments)
{
    /* A stack that has overflown has no room for a handler. */
    static char stack[65536];
    static const int fatal[] = { SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL, SIGALRM };
    stack_t other = { 0 };
    struct sigaction action;
    unsigned i;
    if (count < 2)
        return 2;
    progress = arguments[1];
    other.ss_sp = stack;
    other.ss_size = sizeof stack;
    sigaltstack(&other, NULL);
    memset(&action, 0, sizeof action);
    action.sa_handler = on_fatal;
    action.sa_flags = SA_ONSTACK;
    for (i = 0; i < sizeof fatal / sizeof fatal[0]; i++)
        sigaction(fatal[i], &action, NULL);
    atexit(on_exit_of_the_library);
    for (begun = 0; begun + 2 < count;) {
        FILE *file = fopen(arguments[2 + begun], "rb");
        begun++;
        if (!file) {
            perror(arguments[1 + begun]);
            return 2;
        }
        alarm(10);
        one(file);
        alarm(0);
        fclose(file);
    }
    is_done = 1;
    return 0;
}
