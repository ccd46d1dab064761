// _Exit ends the program at once: no handler runs, but what was flushed is there, and the status is its low byte.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void handler(void) {
    printf("This handler must not run.\n");
    fflush(stdout);
}

__attribute__((destructor)) static void destructor(void) {
    printf("This destructor must not run.\n");
    fflush(stdout);
}

static int depth;

// The exit comes from deep inside, with frames and heap objects still alive.
static void dig(int n, char *text) {
    char local[32];
    snprintf(local, sizeof local, "level %d", n);
    depth++;
    char *copy = malloc(strlen(text) + strlen(local) + 3);
    if (!copy) abort();
    sprintf(copy, "%s, %s", text, local);
    if (n == 0) {
        printf("%s\n", copy);
        fflush(stdout);
        printf("This stays in the buffer and is lost.");
        const char direct[] = "written directly\n";
        if (write(1, direct, sizeof direct - 1) != (ssize_t)sizeof direct - 1) _Exit(1);
        free(copy);
        _Exit(depth * 10 + 1024 + 3);
    }
    if (depth < 100) dig(n - 1, copy);
    free(copy);
}

int main(void) {
    static char buffer[4096];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    atexit(handler);
    at_quick_exit(handler);
    dig(5, "start");
    printf("This line is not reached.\n");
    return 0;
}
