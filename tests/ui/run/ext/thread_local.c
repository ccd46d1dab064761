// _Thread_local objects start with their initialiser and can be addressed, also in a single thread.
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <threads.h>

static _Thread_local int plain = 7;
_Thread_local double zeroed;
static _Thread_local struct { int n; char text[16]; const char *p; } state = {3, "thread", "pointer"};
static _Thread_local int table[100] = {[99] = 42};
static __thread long gnu = -5;
extern _Thread_local int later;
static _Thread_local char *cursor;

static int *address(void) { return &plain; }

static int next_id(void) {
    static _Thread_local int id = 100;
    return id++;
}

// A scratch buffer per thread is how reentrant libc functions hide their state.
static const char *spell(int n) {
    static _Thread_local char buf[4][24];
    static _Thread_local unsigned turn;
    char *b = buf[turn++ % 4];
    snprintf(b, sizeof buf[0], "<%d>", n);
    return b;
}

static int depth_of(int n) {
    static _Thread_local int depth, deepest;
    depth++;
    if (depth > deepest) deepest = depth;
    if (n > 0) depth_of(n - 1);
    depth--;
    return deepest;
}

_Thread_local int later = 12;

int main(void) {
    printf("%d %g %d %s %s %d %ld %d\n", plain, zeroed, state.n, state.text, state.p, table[99] + table[0], gnu, later);
    *address() += 10;
    plain *= 2;
    zeroed += 1.5;
    state.n--;
    state.text[0] = 'T';
    table[50] = plain;
    gnu *= 8;
    later ^= 5;
    printf("%d %g %d %s %d %ld %d\n", plain, zeroed, state.n, state.text, table[50], gnu, later);
    int a = next_id(), b = next_id(), c = next_id();
    printf("%d %d %d\n", a, b, c);
    const char *s1 = spell(1), *s2 = spell(22), *s3 = spell(333);
    printf("%s%s%s\n", s1, s2, s3);
    cursor = state.text;
    while (*cursor) cursor++;
    printf("%td %d\n", cursor - state.text, depth_of(25));

    // errno is itself thread-local, behind a function call.
    int *pe = &errno;
    errno = 0;
    FILE *f = fopen("no-such-file-here", "r");
    printf("%d %d %d\n", f == NULL, errno == ENOENT, *pe == errno);
    *pe = 33;
    printf("%d\n", errno);
    int *p = &table[10];
    for (int i = 0; i < 20; i++) p[i] = i * i;
    long sum = 0;
    for (int i = 0; i < 100; i++) sum += table[i];
    printf("%ld %d\n", sum, thrd_equal(thrd_current(), thrd_current()) != 0);
    return (int)(sum % 256);
}
