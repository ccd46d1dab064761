// AES-128 with a computed S-box encrypts and decrypts the FIPS-197 example, and CTR mode is its own inverse.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint8_t sbox[256], inverse[256], keys[11][16];

static uint8_t times(uint8_t a, uint8_t b) {
    uint8_t r = 0;
    for (; b; b >>= 1) {
        if (b & 1) r ^= a;
        a = (uint8_t)(a << 1 ^ (a & 0x80 ? 0x1b : 0));
    }
    return r;
}

// The S-box is the inverse in GF(256) followed by an affine map.
static void build(void) {
    for (int i = 0; i < 256; i++) {
        uint8_t inv = 0;
        for (int j = 1; j < 256 && i; j++)
            if (times((uint8_t)i, (uint8_t)j) == 1) {
                inv = (uint8_t)j;
                break;
            }
        uint8_t s = inv;
        for (int k = 1; k < 5; k++) s ^= (uint8_t)(inv << k | inv >> (8 - k));
        sbox[i] = s ^ 0x63;
        inverse[sbox[i]] = (uint8_t)i;
    }
}

static void expand(const uint8_t *key) {
    uint8_t rcon = 1, *k = keys[0];
    memcpy(k, key, 16);
    for (int i = 16; i < 176; i += 4) {
        uint8_t t[4];
        memcpy(t, k + i - 4, 4);
        if (i % 16 == 0) {
            uint8_t first = t[0];
            t[0] = sbox[t[1]] ^ rcon;
            t[1] = sbox[t[2]];
            t[2] = sbox[t[3]];
            t[3] = sbox[first];
            rcon = times(rcon, 2);
        }
        for (int j = 0; j < 4; j++) k[i + j] = k[i + j - 16] ^ t[j];
    }
}

static void add(uint8_t *s, int round) { for (int i = 0; i < 16; i++) s[i] ^= keys[round][i]; }

static void mix(uint8_t *s, const uint8_t m[4]) {
    for (int c = 0; c < 4; c++) {
        uint8_t col[4];
        memcpy(col, s + 4 * c, 4);
        for (int r = 0; r < 4; r++) s[4 * c + r] = times(col[0], m[(4 - r) % 4]) ^ times(col[1], m[(5 - r) % 4]) ^ times(col[2], m[(6 - r) % 4]) ^ times(col[3], m[(7 - r) % 4]);
    }
}

static void encrypt(uint8_t *s) {
    add(s, 0);
    for (int round = 1; round <= 10; round++) {
        uint8_t t[16];
        for (int i = 0; i < 16; i++) t[i] = sbox[s[(i + 4 * (i % 4)) % 16]];
        memcpy(s, t, 16);
        if (round < 10) mix(s, (const uint8_t[]){2, 3, 1, 1});
        add(s, round);
    }
}

static void decrypt(uint8_t *s) {
    for (int round = 10; round > 0; round--) {
        add(s, round);
        if (round < 10) mix(s, (const uint8_t[]){14, 11, 13, 9});
        uint8_t t[16];
        for (int i = 0; i < 16; i++) t[(i + 4 * (i % 4)) % 16] = inverse[s[i]];
        memcpy(s, t, 16);
    }
    add(s, 0);
}

static void ctr(uint8_t *data, size_t n) {
    for (size_t i = 0; i < n; i += 16) {
        uint8_t pad[16] = {'n', 'o', 'n', 'c', 'e', [15] = (uint8_t)(i / 16)};
        encrypt(pad);
        for (size_t k = 0; k < 16 && i + k < n; k++) data[i + k] ^= pad[k];
    }
}

static void show(const char *what, const uint8_t *p, size_t n) {
    printf("%s ", what);
    while (n--) printf("%02x", *p++);
    printf("\n");
}

int main(void) {
    build();
    show("sbox", sbox, 32);
    uint8_t key[16], text[16];
    for (int i = 0; i < 16; i++) {
        key[i] = (uint8_t)i;
        text[i] = (uint8_t)(i * 17);
    }
    expand(key);
    show("key", keys[10], 16);
    encrypt(text);
    show("cipher", text, 16);
    int status = text[0];
    decrypt(text);
    show("plain", text, 16);
    uint8_t msg[] = "Counter mode turns a block cipher into a stream.";
    ctr(msg, sizeof msg - 1);
    show("stream", msg, sizeof msg - 1);
    ctr(msg, sizeof msg - 1);
    printf("%s\n", msg);
    for (int i = 0; i < 20; i++) encrypt(text);
    show("20 times", text, 16);
    return status;
}
