// A Thompson NFA simulator and a backtracking matcher for small regular expressions give the same answers.
#include <stdio.h>
#include <string.h>

// A state matches one character, or splits in two, or accepts.
enum { MATCH = 256, SPLIT, ANY };
struct state { int c, out, alt; };
static struct state states[200];
static int count;

static const char *src;
static int parse_choice(int next);

// Each parser builds the states of its part so that they continue at next.
static int make(int c, int out, int alt) {
    states[count] = (struct state){c, out, alt};
    return count++;
}

static int depth_of(const char *s) {
    int d = 0;
    const char *p = s;
    do {
        if (*p == '(') d++;
        if (*p == ')') d--;
        p++;
    } while (d > 0 && *p);
    return (int)(p - s);
}

static int parse_sequence(const char *s, const char *end, int next) {
    if (s == end) return next;
    int len = *s == '(' ? depth_of(s) : *s == '\\' ? 2 : 1;
    char rep = s + len < end ? s[len] : 0;
    int repeated = rep == '*' || rep == '+' || rep == '?';
    int rest = parse_sequence(s + len + repeated, end, next);
    int loop = repeated && rep != '?' ? make(SPLIT, -1, rest) : rest, start;
    if (*s == '(') {
        const char *outer = src;
        src = s + 1;
        start = parse_choice(loop);
        src = outer;
    } else if (*s == '\\') start = make((unsigned char)s[1], loop, -1);
    else start = make(*s == '.' ? ANY : (unsigned char)*s, loop, -1);
    if (rep == '?') return make(SPLIT, start, rest);
    if (!repeated) return start;
    states[loop].out = start;
    return rep == '*' ? loop : start;
}

static int parse_choice(int next) {
    const char *s = src, *p = s;
    int result = -1;
    for (;; p++) {
        if (*p == '(') p += depth_of(p) - 1;
        else if (*p == '|' || *p == ')' || !*p) {
            int branch = parse_sequence(s, p, next);
            result = result < 0 ? branch : make(SPLIT, result, branch);
            s = p + 1;
            if (*p != '|') return result;
        } else if (*p == '\\') p++;
    }
}

static void follow(int s, unsigned char *set) {
    if (s < 0 || set[s]) return;
    set[s] = 1;
    if (states[s].c == SPLIT) {
        follow(states[s].out, set);
        follow(states[s].alt, set);
    }
}

static int simulate(int start, const char *text) {
    unsigned char now[200] = {0}, next[200];
    follow(start, now);
    for (; *text; text++) {
        memset(next, 0, sizeof next);
        for (int i = 0; i < count; i++)
            if (now[i] && (states[i].c == ANY || states[i].c == (unsigned char)*text)) follow(states[i].out, next);
        memcpy(now, next, sizeof now);
    }
    for (int i = 0; i < count; i++)
        if (now[i] && states[i].c == MATCH) return 1;
    return 0;
}

static long steps;
static int backtrack(int s, const char *text, int fuel) {
    steps++;
    if (fuel == 0) return 0;
    switch (states[s].c) {
    case MATCH: return !*text;
    case SPLIT: return backtrack(states[s].out, text, fuel - 1) || backtrack(states[s].alt, text, fuel - 1);
    case ANY: return *text && backtrack(states[s].out, text + 1, fuel);
    default: return (unsigned char)*text == states[s].c && backtrack(states[s].out, text + 1, fuel);
    }
}

int main(void) {
    static const char *const patterns[] = {"abc", "a*b", "(ab|cd)+e?", "a.c|x\\*y", "(a|b)*abb", "((a+)?b)*", "x(yz)?(w|v*)z", "", "a?a?a?a?aaaa"};
    static const char *const texts[] = {"", "abc", "aaab", "b", "ababcde", "ab", "x*y", "aXc", "babaabb", "aabab", "xyzz", "xvvvz", "aaaa", "aaaaaaa"};
    int total = 0, differ = 0;
    for (int i = 0; i < 9; i++) {
        count = 0;
        src = patterns[i];
        int start = parse_choice(make(MATCH, -1, -1));
        printf("%-16s %2d states:", patterns[i], count);
        for (int j = 0; j < 14; j++) {
            int m = simulate(start, texts[j]);
            differ += m != backtrack(start, texts[j], 60);
            total = (total * 2 + m) % 9973;
            printf(" %d", m);
        }
        printf("\n");
    }
    printf("%d %d %ld\n", total, differ, steps);
    return total % 256;
}
