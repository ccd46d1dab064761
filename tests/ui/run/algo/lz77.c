// An LZ77 compressor finds matches in a window, and its decompressor restores the text, overlapping copies included.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WINDOW 255
#define MAXLEN 34

// A token is a flag bit, then a literal byte or a distance byte and five bits of length.
struct bits { uint8_t *p; size_t n; };

static void put(struct bits *b, unsigned v, int count) {
    while (count--) {
        if (v >> count & 1) b->p[b->n / 8] |= (uint8_t)(0x80 >> b->n % 8);
        b->n++;
    }
}

static unsigned get(struct bits *b, int count) {
    unsigned v = 0;
    while (count--) {
        v = v << 1 | (b->p[b->n / 8] >> (7 - b->n % 8) & 1);
        b->n++;
    }
    return v;
}

static size_t compress(const uint8_t *in, size_t n, uint8_t *out, int *matches) {
    struct bits b = {out, 0};
    *matches = 0;
    for (size_t i = 0; i < n;) {
        size_t best = 0, dist = 0;
        for (size_t d = 1; d <= WINDOW && d <= i; d++) {
            size_t len = 0;
            while (len < MAXLEN && i + len < n && in[i + len] == in[i + len - d]) len++;
            if (len > best) {
                best = len;
                dist = d;
            }
        }
        if (best >= 3) {
            put(&b, 1, 1);
            put(&b, (unsigned)dist, 8);
            put(&b, (unsigned)best - 3, 5);
            i += best;
            ++*matches;
        } else {
            put(&b, 0, 1);
            put(&b, in[i++], 8);
        }
    }
    return b.n;
}

static size_t expand(uint8_t *in, size_t nbits, uint8_t *out) {
    struct bits b = {in, 0};
    size_t n = 0;
    while (b.n < nbits) {
        if (get(&b, 1)) {
            size_t d = get(&b, 8), len = get(&b, 5) + 3;
            while (len--) out[n] = out[n - d], n++;
        } else out[n++] = (uint8_t)get(&b, 8);
    }
    return n;
}

int main(void) {
    static char texts[5][1000];
    strcpy(texts[0], "abcabcabcabcabcabcabcabcabcabc");
    memset(texts[1], 'z', 300);
    for (int i = 0; i < 40; i++) sprintf(texts[2] + strlen(texts[2]), "item %d of forty; ", i % 13);
    strcpy(texts[3], "no repeats: qwertyuiopasdfghjklzxcvbnm");
    unsigned x = 99;
    for (int i = 0; i < 500; i++) texts[4][i] = (char)('a' + ((x = x * 69069 + 1) >> 24) % 4);
    unsigned h = 0;
    for (int t = 0; t < 5; t++) {
        static uint8_t packed[3000], back[1000];
        memset(packed, 0, sizeof packed);
        memset(back, 0, sizeof back);
        size_t n = strlen(texts[t]);
        int matches;
        size_t bits = compress((const uint8_t *)texts[t], n, packed, &matches);
        size_t m = expand(packed, bits, back);
        for (size_t i = 0; i <= bits / 8; i++) h = h * 31 + packed[i];
        printf("%zu bytes to %zu bits, %d matches, %s\n", n, bits, matches, m == n && memcmp(back, texts[t], n) == 0 ? "restored" : "damaged");
    }
    printf("%08x\n", h);
    return (int)(h % 256);
}
