// Big integers of 32-bit limbs add, multiply, divide and print factorials, powers and Fibonacci numbers.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIMBS 40

struct big { int n; uint32_t d[LIMBS]; };

static struct big from(uint64_t v) {
    struct big r = {0};
    for (; v; v >>= 32) r.d[r.n++] = (uint32_t)v;
    return r;
}

static struct big trim(struct big a) {
    while (a.n && !a.d[a.n - 1]) a.n--;
    return a;
}

static int compare(const struct big *a, const struct big *b) {
    if (a->n != b->n) return a->n < b->n ? -1 : 1;
    for (int i = a->n; i-- > 0;)
        if (a->d[i] != b->d[i]) return a->d[i] < b->d[i] ? -1 : 1;
    return 0;
}

static struct big add(struct big a, struct big b) {
    struct big r = {0};
    uint64_t carry = 0;
    for (int i = 0; i < a.n || i < b.n || carry; i++) {
        carry += (uint64_t)a.d[i] + b.d[i];
        r.d[r.n++] = (uint32_t)carry;
        carry >>= 32;
    }
    return r;
}

static struct big sub(struct big a, struct big b) {
    int64_t borrow = 0;
    for (int i = 0; i < a.n; i++) {
        borrow += (int64_t)a.d[i] - b.d[i];
        a.d[i] = (uint32_t)borrow;
        borrow >>= 32;
    }
    return trim(a);
}

static struct big mul(struct big a, struct big b) {
    struct big r = {.n = a.n + b.n};
    for (int i = 0; i < a.n; i++) {
        uint64_t carry = 0;
        for (int j = 0; j < b.n; j++) {
            carry += (uint64_t)a.d[i] * b.d[j] + r.d[i + j];
            r.d[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        r.d[i + b.n] = (uint32_t)carry;
    }
    return trim(r);
}

// Schoolbook long division one bit at a time: slow, but plain.
static struct big divide(struct big a, struct big b, struct big *rem) {
    struct big q = {.n = a.n}, r = {0};
    for (int bit = a.n * 32; bit-- > 0;) {
        r = add(r, r);
        if (a.d[bit / 32] >> (bit % 32) & 1) r = add(r, from(1));
        if (compare(&r, &b) >= 0) {
            r = sub(r, b);
            q.d[bit / 32] |= 1u << (bit % 32);
        }
    }
    *rem = r;
    return trim(q);
}

static void print(const char *what, struct big a) {
    char text[LIMBS * 10 + 2], *p = text + sizeof text;
    *--p = 0;
    do {
        uint64_t rem = 0;
        for (int i = a.n; i-- > 0;) {
            rem = rem << 32 | a.d[i];
            a.d[i] = (uint32_t)(rem / 10);
            rem %= 10;
        }
        *--p = (char)('0' + rem);
        a = trim(a);
    } while (a.n);
    printf("%s %s\n", what, p);
}

static struct big parse(const char *s) {
    struct big r = {0};
    for (; *s; s++) r = add(mul(r, from(10)), from((uint64_t)(*s - '0')));
    return r;
}

int main(void) {
    struct big f = from(1), a = from(0), b = from(1), p = from(1), rem;
    for (uint64_t i = 2; i <= 60; i++) f = mul(f, from(i));
    print("60!", f);
    for (int i = 0; i < 300; i++) {
        struct big t = add(a, b);
        a = b;
        b = t;
    }
    print("fib 300", a);
    for (int i = 0; i < 70; i++) p = mul(p, from(7));
    print("7^70", p);
    struct big x = parse("123456789012345678901234567890123456789"), y = parse("987654321098765432109876543210");
    struct big q = divide(mul(x, y), add(y, from(1)), &rem);
    print("quotient", q);
    print("remainder", rem);
    struct big back = add(mul(q, add(y, from(1))), rem), xy = mul(x, y);
    printf("%d\n", compare(&back, &xy));
    q = divide(f, p, &rem);
    print("60!/7^70", q);
    print("60!%7^70", rem);
    print("difference", sub(mul(x, x), mul(y, y)));
    struct big g = a, h = f;
    while (h.n) {
        divide(g, h, &rem);
        g = h;
        h = rem;
    }
    print("gcd", g);
    return (int)(f.d[2] % 256);
}
