// Switches that are dense, sparse, ranged, 64-bit, negative or fall through reach the right case.
#include <limits.h>
#include <stdio.h>
#include <string.h>

static int dense(int x) {
    switch (x) {
    case 0: return 10;
    case 1: return 11;
    case 2: case 3: return 23;
    case 4: x += 5; // fall through
    case 5: x *= 2; // fall through
    case 6: return x + 100;
    case 7: break;
    default: return -1;
    case 8: return 88;
    }
    return 77;
}

static const char *sparse(int x) {
    switch (x) {
    case INT_MIN: return "min";
    case -1000000: return "minus a million";
    case -1: return "minus one";
    case 0: return "zero";
    case 'A': return "A";
    case 65536: return "64k";
    case INT_MAX: return "max";
    }
    return "none";
}

static int wide(unsigned long long x) {
    switch (x) {
    case 0x100000000ULL: return 1;
    case 0x100000001ULL: return 2;
    case 0xffffffffffffffffULL: return 3;
    case 0x8000000000000000ULL: return 4;
    case 1: return 5;
    default: return 6;
    }
}

static char ranged(int c) {
    switch (c) {
    case 'a' ... 'z': return 'l';
    case 'A' ... 'Z': return 'U';
    case '0' ... '9': return 'd';
    case -128 ... -1: return 'n';
    case 1000 ... 2000000: return 'b';
    default: return '?';
    }
}

// Duff's device jumps into the middle of the loop body.
static int duff(char *to, const char *from, int n) {
    int rounds = (n + 7) / 8, copied = 0;
    if (n <= 0) return 0;
    switch (n % 8) {
    case 0: do { *to++ = *from++; copied++; // fall through
    case 7:      *to++ = *from++; copied++; // fall through
    case 6:      *to++ = *from++; copied++; // fall through
    case 5:      *to++ = *from++; copied++; // fall through
    case 4:      *to++ = *from++; copied++; // fall through
    case 3:      *to++ = *from++; copied++; // fall through
    case 2:      *to++ = *from++; copied++; // fall through
    case 1:      *to++ = *from++; copied++;
            } while (--rounds > 0);
    }
    return copied;
}

// The inner switch takes a break, the outer a continue.
static int nested(const char *s) {
    int depth = 0, score = 0;
    for (; *s; s++) {
        switch (*s) {
        case '(': depth++; continue;
        case ')':
            switch (depth) {
            case 0: return -score;
            case 1: score += 1; break;
            default: score += depth * depth; break;
            }
            depth--;
            break;
        case ' ': continue;
        default: score += 100;
        }
        score *= 2;
    }
    return score;
}

int main(void) {
    for (int i = -2; i < 11; i++) printf("%d ", dense(i));
    printf("\n");
    int probes[] = {INT_MIN, -1000000, -999999, -1, 0, 65, 66, 65536, INT_MAX};
    for (unsigned i = 0; i < sizeof probes / sizeof *probes; i++) printf("%s; ", sparse(probes[i]));
    printf("\n%d %d %d %d %d %d %d\n", wide(0), wide(1), wide(1ULL << 32), wide((1ULL << 32) + 1), wide(-1ULL), wide(1ULL << 63), wide(1ULL << 62));
    int r[] = {'m', 'Q', '5', -128, -129, 999, 1000, 2000000, 2000001, 'z' + 1, 'a' - 1};
    for (unsigned i = 0; i < sizeof r / sizeof *r; i++) putchar(ranged(r[i]));
    char from[40], to[40];
    memset(from, 'x', sizeof from);
    int copied = 0;
    for (int n = 0; n < 35; n++) {
        memset(to, 0, sizeof to);
        copied += duff(to, from, n) * 3 + (int)strlen(to);
    }
    printf("\n%d\n%d %d %d\n", copied, nested("(()(()))"), nested("(a) (b c)"), nested("x)"));
    signed char sc = -56;
    switch (sc) {
    case 100: printf("unsigned\n"); break;
    case -56: printf("signed\n"); break;
    }
    switch (copied) { int unused; default: unused = 3; printf("%d\n", unused); }
    return copied % 256;
}
