//@ args: three
// Constructors run before main, and exit runs the atexit handlers backwards, then destructors, then flushes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int order;
static char log_text[100];

static void note(const char *s) { strcat(log_text, s); order++; }

__attribute__((constructor(101))) static void very_first(void) { note("c101 "); }
__attribute__((constructor(102))) static void second(void) { note("c102 "); }
__attribute__((constructor)) static void plain(void) { note("c "); }

// Its output is still in the buffer when it runs, and must reach the file after it.
__attribute__((destructor)) static void last(void) { printf("destructor %d\n", order++); }
__attribute__((destructor(101))) static void very_last(void) { printf("destructor 101 %d", order++); }

static void one(void) { printf("one %d\n", order++); }
static void two(void) { printf("two %d\n", order++); }
static void late(void) { printf("late %d\n", order++); }
static void three(void) {
    printf("three %d\n", order++);
    // A handler registered while exiting runs next.
    atexit(late);
}

static void never(void) {
    printf("never\n");
}

int main(int argc, char **argv) {
    printf("%s%d\n", log_text, order);
    atexit(one);
    atexit(two);
    atexit(two);
    if (argc > 1 && strcmp(argv[1], "three") == 0) atexit(three);
    static char buffer[256];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    printf("main ends %d\n", order);
    if (argc > 5) {
        never();
        _Exit(1);
    }
    if (argc == 2) exit(argc * 21 + 256);
    return 3;
}
