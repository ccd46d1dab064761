// The seeded generators of libc repeat their sequences, and equal seeds give equal numbers.
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t h = 99;
static void fold(uint64_t v) { h = (h ^ v) * 1099511628211ULL; }

static int chi(void) {
    int bins[10] = {0}, worst = 0;
    for (int i = 0; i < 2000; i++) bins[rand() % 10]++;
    for (int i = 0; i < 10; i++) {
        fold((uint64_t)bins[i]);
        int d = abs(bins[i] - 200);
        if (d > worst) worst = d;
    }
    return worst;
}

int main(void) {
    srand(1);
    int first = rand();
    int second = rand();
    printf("%d %d %d\n", first, second, RAND_MAX == 2147483647);
    srand(1);
    printf("%d\n", rand() == first);
    srand(4294967295u);
    for (int i = 0; i < 5; i++) printf("%d ", rand());
    printf("| %d\n", chi());

    unsigned state = 42;
    for (int i = 0; i < 4; i++) printf("%d ", rand_r(&state));
    printf("%u\n", state);

    srandom(7);
    for (int i = 0; i < 5; i++) printf("%ld ", random());
    char area[128];
    char *old = initstate(123, area, sizeof area);
    long r1 = random(), r2 = random();
    printf("| %ld %ld ", r1, r2);
    setstate(old);
    printf("%ld\n", random());
    for (int i = 0; i < 500; i++) fold((uint64_t)random());

    srand48(20240229);
    double d1 = drand48(), d2 = drand48();
    long l1 = lrand48(), m1 = mrand48();
    printf("%.17g %.17g %ld %ld\n", d1, d2, l1, m1);
    unsigned short x[3] = {0x1234, 0x5678, 0x9abc};
    d1 = erand48(x), l1 = nrand48(x), m1 = jrand48(x);
    printf("%.17g %ld %ld %04x%04x%04x\n", d1, l1, m1, x[2], x[1], x[0]);
    unsigned short seed[3] = {1, 2, 3}, *prev = seed48(seed);
    fold(prev[0]);
    long a = lrand48();
    unsigned short param[7] = {5, 6, 7, 0xe66d, 0xdeec, 5, 11};
    lcong48(param);
    printf("%ld %ld\n", a, lrand48());

    // A shuffle and a Monte-Carlo estimate use many numbers at once.
    srand48(3);
    int deck[52], inside = 0;
    for (int i = 0; i < 52; i++) deck[i] = i;
    for (int i = 51; i > 0; i--) {
        int j = (int)(drand48() * (i + 1)), t = deck[i];
        deck[i] = deck[j];
        deck[j] = t;
    }
    for (int i = 0; i < 52; i++) printf("%d%c", deck[i], i == 51 ? '\n' : ' ');
    for (int i = 0; i < 5000; i++) {
        double u = drand48(), v = drand48();
        inside += u * u + v * v < 1;
    }
    printf("%d %016llx\n", inside, (unsigned long long)h);
    return inside % 256;
}
