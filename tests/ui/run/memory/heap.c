// malloc, calloc, realloc, aligned_alloc and free keep every live block's contents under random use.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS 64

static uint32_t seed = 12345;
static uint32_t rnd(void) {
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed;
}

static struct { unsigned char *p; size_t n; unsigned char tag; } slot[SLOTS];

static int damaged(int i) {
    for (size_t k = 0; k < slot[i].n; k++)
        if (slot[i].p[k] != (unsigned char)(slot[i].tag + k)) return 1;
    return 0;
}

static void fill(int i, size_t from) {
    for (size_t k = from; k < slot[i].n; k++) slot[i].p[k] = (unsigned char)(slot[i].tag + k);
}

int main(void) {
    int bad = 0, made = 0, freed = 0, grown = 0;
    for (int round = 0; round < 2500; round++) {
        int i = (int)(rnd() % SLOTS);
        if (!slot[i].p) {
            slot[i].n = rnd() % 200 + 1;
            slot[i].tag = (unsigned char)rnd();
            switch (rnd() % 3) {
            case 0: slot[i].p = malloc(slot[i].n); break;
            case 1:
                slot[i].p = calloc(slot[i].n, 1);
                for (size_t k = 0; slot[i].p && k < slot[i].n; k++) bad += slot[i].p[k] != 0;
                break;
            case 2:
                slot[i].n = (slot[i].n + 63) / 64 * 64;
                slot[i].p = aligned_alloc(64, slot[i].n);
                bad += (uintptr_t)slot[i].p % 64 != 0;
                break;
            }
            if (!slot[i].p) return 99;
            fill(i, 0);
            made++;
        } else if (rnd() % 2) {
            bad += damaged(i);
            free(slot[i].p);
            slot[i].p = NULL;
            freed++;
        } else {
            size_t old = slot[i].n, n = rnd() % 400 + 1;
            bad += damaged(i);
            unsigned char *q = realloc(slot[i].p, n);
            if (!q) return 99;
            slot[i].p = q;
            slot[i].n = n < old ? n : old;
            bad += damaged(i);
            slot[i].n = n;
            fill(i, n < old ? n : old);
            grown++;
        }
    }
    for (int i = 0; i < SLOTS; i++)
        if (slot[i].p) {
            bad += damaged(i);
            free(slot[i].p);
        }
    printf("made %d freed %d resized %d bad %d\n", made, freed, grown, bad);

    // A block that doubles up to megabytes keeps its old part.
    size_t n = 16;
    uint32_t *v = malloc(n * sizeof *v);
    size_t filled = 0;
    while (v && n <= 1u << 18) {
        for (; filled < n; filled += 1 + filled / 64) v[filled] = (uint32_t)(filled * 2654435761u);
        n *= 2;
        v = realloc(v, n * sizeof *v);
    }
    if (!v) return 99;
    uint32_t h = 0;
    for (size_t k = 0; k < n / 2; k += 1 + k / 64) h = h * 31 + (v[k] == (uint32_t)(k * 2654435761u));
    printf("%zu %u\n", n, h);
    free(v);
    free(NULL);
    int *zeros = calloc(100000, sizeof *zeros);
    long sum = 0;
    for (int k = 0; k < 100000; k += 100) sum += zeros[k];
    free(zeros);
    char *dup = strdup("duplicate me"), *part = strndup("cut here, not there", 8);
    printf("%ld %s %s\n", sum, dup, part);
    free(dup);
    free(part);
    return (int)((h + (uint32_t)made) % 256);
}
