// Arrays of several megabytes, static and on the heap, hold values at both ends and in strides.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N (1 << 20)

static int32_t zeroed[N];
static uint8_t bytes[3 * N];
static double cube[64][64][64];
static struct { char tag; int64_t v; } records[100000];
static int initialised[300000] = {[0] = 1, [299999] = -1, [150000] = 42};

static uint32_t sample(const void *p, size_t n, size_t stride) {
    const unsigned char *b = p;
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < n; i += stride) h = (h ^ b[i]) * 16777619u;
    return h;
}

int main(void) {
    long sum = 0;
    for (size_t i = 0; i < N; i += 257) sum += zeroed[i];
    printf("%ld\n", sum);
    for (size_t i = 0; i < N; i += 101) zeroed[i] = (int32_t)(i * 2654435761u);
    for (size_t i = 0; i < N; i += 101) sum += zeroed[i] >> 16;
    printf("%ld %08x\n", sum, sample(zeroed, sizeof zeroed, 1013));

    // Whole-array operations go through memset, memcpy, memmove and memcmp.
    memset(bytes, 0xab, sizeof bytes);
    memset(bytes + N, 0xcd, N);
    memcpy(bytes + 2 * N, bytes + N - 1000, 2000);
    memmove(bytes + 10, bytes, 2 * N);
    printf("%02x %02x %02x %02x %08x\n", bytes[N + 9], bytes[N + 10], bytes[2 * N + 9], bytes[3 * N - 1], sample(bytes, sizeof bytes, 997));
    uint8_t *copy = malloc(sizeof bytes);
    if (!copy) return 99;
    memcpy(copy, bytes, sizeof bytes);
    // Comparing the last part only keeps the run short.
    size_t part = sizeof bytes - 100000;
    printf("%d", memcmp(copy + part, bytes + part, 100000));
    copy[sizeof bytes - 2]++;
    printf(" %d\n", memcmp(copy + part, bytes + part, 100000) > 0);
    free(copy);

    for (int i = 0; i < 64; i += 3)
        for (int j = 0; j < 64; j += 5)
            for (int k = 0; k < 64; k += 7) cube[i][j][k] = i + j * 0.5 + k * 0.25;
    double d = 0;
    for (int i = 63; i >= 0; i -= 9)
        for (int j = 0; j < 64; j += 5) d += cube[i][j][63] * (j + 1);
    printf("%.4f %zu\n", d, sizeof cube);

    for (int i = 0; i < 100000; i += 10) {
        records[i].tag = (char)('a' + i % 26);
        records[i].v = (int64_t)i * i * i;
    }
    uint64_t rv = 0;
    for (int i = 0; i < 100000; i += 50) rv = rv * 7 + (uint64_t)records[i].v + (unsigned char)records[i].tag;
    printf("%llu %d %d %d %d\n", (unsigned long long)rv, initialised[0], initialised[150000], initialised[299999], initialised[1]);

    int **jagged = malloc(1000 * sizeof *jagged);
    if (!jagged) return 99;
    for (int i = 0; i < 1000; i++) {
        jagged[i] = calloc((size_t)i + 1, sizeof **jagged);
        if (!jagged[i]) return 99;
        jagged[i][i] = i;
        jagged[i][i / 2] += 1;
    }
    long diag = 0;
    for (int i = 0; i < 1000; i++) {
        diag += jagged[i][i] * (jagged[i][i / 2] + 1L);
        free(jagged[i]);
    }
    free(jagged);
    int local[50000];
    for (int i = 0; i < 50000; i++) local[i] = i ^ (i >> 3);
    for (int i = 0; i < 50000; i += 100) diag += local[49999 - i];
    printf("%ld\n", diag);
    return (int)(diag % 256);
}
