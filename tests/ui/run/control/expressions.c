//@ cflags: -Wno-parentheses
// Short circuits, commas, conditionals and compound assignments evaluate what and when the language says.
#include <stdio.h>

static char trace[200];
static int at;

// Every call leaves its letter, so the trace shows the order and the number of evaluations.
static int t(char c, int v) {
    trace[at++] = c;
    return v;
}

static void flush(const char *what, long v) {
    trace[at] = 0;
    printf("%-22s %ld [%s]\n", what, v, trace);
    at = 0;
}

static int *where(char c, int *p) {
    trace[at++] = c;
    return p;
}

struct s { int a, b; };
static struct s made(char c, int a) { trace[at++] = c; return (struct s){a, a * 2}; }

int main(void) {
    int x = 5, arr[5] = {10, 20, 30, 40, 50}, *p;
    flush("and", t('a', 1) && t('b', 0) && t('c', 1));
    flush("or", t('a', 0) || t('b', 2) || t('c', 1));
    flush("mixed", (t('a', 0) && t('b', 1)) || (t('c', 1) && !t('d', 0)));
    flush("not", !t('a', 0) && !!t('b', 9));
    flush("cond", t('a', 0) ? t('b', 1) : t('c', 0) ? t('d', 2) : t('e', 3));
    flush("elvis", t('a', 0) ?: t('b', 7) ?: t('c', 8));
    flush("comma", (t('a', 1), t('b', 2), t('c', 3)));
    flush("nested", (t('a', 1) ? t('b', 0) || t('c', 5) : t('d', 1)) && t('e', 1));
    *where('p', &arr[1]) += 5;
    flush("compound", arr[1]);
    (*where('p', &arr[2]))++;
    flush("post", arr[2]);
    x = -(*where('p', arr))--;
    flush("neg", x + arr[0]);
    flush("member", made('m', 4).b);
    flush("sizeof", (long)sizeof(t('z', 1)));
    p = arr;
    x = *p++;
    x = x * 100 + *++p;
    x = x * 100 + (*p)++ % 100;
    x = x * 100 + p[-1] % 100;
    x = x * 10 + (int)(p - arr);
    flush("pointers", x);
    int i = 2, k;
    k = i++ < 3 ? i * 10 : i * 20;
    flush("seq", k + i);
    i = 3;
    k = (i <<= 2, i |= 1, i ^= 0xff, i %= 100, i -= 50, i *= -3, i /= 4, i >>= 1, i &= 0x1f, i);
    flush("ops", k);
    int a, b, c;
    a = b = c = 7;
    a += b -= c *= 2;
    flush("chain", a * 10000 + b * 100 + c);
    flush("index", 2 [arr] + "hello"[1]);
    _Bool flag = t('f', 256);
    flag = !flag && t('g', 2);
    flush("bool", flag);
    unsigned char uc = 255;
    x = uc++;
    flush("inc", x * 1000 + uc);
    flush("relational", (3 > 2) > 1 || ((1 < 2) == (2 < 3)));
    flush("precedence", 1 + 2 * 3 - 4 / 2 % 3 << 1 & 0xff | 0x100 ^ 1);
    int n = 0;
    for (int u = 0, v = 10; u < v; u += 2, v--) n = n * 10 + (v - u);
    flush("two counters", n);
    do n -= 7; while (n > 1000 && t('.', 1) && at < 100);
    flush("do", n);
    struct s s1 = {1, 2}, s2 = {3, 4};
    (x > 0 ? &s1 : &s2)->b = 99;
    flush("through cond", (x > 0 ? s1 : s2).b + s2.b);
    return k + n % 50;
}
