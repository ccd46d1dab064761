// Measures string handling through libc: snprintf, strlen, strcmp, strchr, strtol, memcpy, memmove and strtok.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS 60

static char text[ROWS * 64], copy[ROWS * 64];

static uint32_t build(unsigned round) {
    char *p = text;
    uint32_t x = round * 2654435761u + 1;
    for (int i = 0; i < ROWS; i++) {
        x = x * 1664525 + 1013904223;
        p += snprintf(p, (size_t)(text + sizeof text - p), "user%u:%d:%x;%s,", x >> 22, (int)(x >> 8) % 1000 - 500, x >> 16, i % 3 ? "active" : "gone");
    }
    return x;
}

static uint32_t parse(uint32_t h) {
    char *row_end, *field_end;
    memcpy(copy, text, strlen(text) + 1);
    for (char *row = strtok_r(copy, ",", &row_end); row; row = strtok_r(NULL, ",", &row_end)) {
        char *semi = strchr(row, ';');
        if (!semi) continue;
        h = h * 31 + (uint32_t)(strcmp(semi + 1, "active") == 0);
        *semi = 0;
        char *name = strtok_r(row, ":", &field_end), *number = strtok_r(NULL, ":", &field_end), *hex = strtok_r(NULL, ":", &field_end);
        h = h * 31 + (uint32_t)strlen(name) + (uint32_t)strtol(number, NULL, 10) + (uint32_t)strtoul(hex, NULL, 16);
    }
    return h;
}

static uint32_t search(uint32_t h) {
    static const char *const needles[] = {"user1", ":-4", "gone,user99", ";active,user7"};
    for (size_t k = 0; k < sizeof needles / sizeof *needles; k++)
        for (const char *p = text; (p = strstr(p, needles[k])) != NULL; p++) h = h * 31 + (uint32_t)(p - text);
    return h;
}

static uint32_t shuffle(uint32_t h) {
    size_t n = strlen(text);
    for (size_t i = 1; i < 40; i++) {
        memmove(text + i, text, n - i);
        h = h * 31 + (uint32_t)(memcmp(text, text + i, i) == 0) + (uint32_t)strspn(text, "user0123456789");
    }
    return h;
}

int main(void) {
    uint32_t h = 0;
    for (unsigned round = 0; round < 10000; round++) {
        h ^= build(round);
        h = parse(h);
        h = search(h);
        if (round % 16 == 0) h = shuffle(h);
    }
    printf("%08x %zu\n", h, strlen(text));
    return 0;
}
