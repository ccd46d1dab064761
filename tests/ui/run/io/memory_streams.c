// open_memstream, fmemopen, getline and getdelim work on memory as on files.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ssize_t cookie_write(void *c, const char *buf, size_t n) {
    unsigned *h = c;
    for (size_t i = 0; i < n; i++) *h = *h * 31 + (unsigned char)buf[i];
    return (ssize_t)n;
}

int main(void) {
    char *out = NULL;
    size_t size = 0;
    FILE *m = open_memstream(&out, &size);
    if (!m) return 90;
    for (int i = 0; i < 200; i++) fprintf(m, "%d,", i * i);
    fflush(m);
    printf("%zu %.20s %zu\n", size, out, strlen(out));
    fseek(m, 2, SEEK_SET);
    fputs("ABC", m);
    fflush(m);
    printf("%zu %.10s\n", size, out);
    fseek(m, 0, SEEK_END);
    fputs("end", m);
    fclose(m);
    unsigned h = 0;
    for (size_t i = 0; out[i]; i++) h = h * 33 + (unsigned char)out[i];
    printf("%zu %08x %s\n", strlen(out), h, strlen(out) > 9 ? out + strlen(out) - 9 : out);
    free(out);

    char data[] = "first line\nsecond\n\nlast without newline";
    FILE *f = fmemopen(data, strlen(data), "r");
    if (!f) return 91;
    char *line = NULL;
    size_t cap = 0;
    ssize_t n;
    int lines = 0;
    while ((n = getline(&line, &cap, f)) > 0) {
        printf("%zd:%.*s|", n, (int)strcspn(line, "\n"), line);
        lines++;
    }
    printf(" %d %d %d\n", lines, feof(f) != 0, cap >= 21);
    rewind(f);
    while ((n = getdelim(&line, &cap, 'e', f)) > 0) {
        printf("%zd ", n);
        h = h * 31 + (unsigned)n;
    }
    printf("\n");
    fseek(f, -7, SEEK_END);
    printf("%ld ", ftell(f));
    printf("%s\n", fgets(line, (int)cap, f));
    fclose(f);
    free(line);

    char room[16];
    memset(room, '#', sizeof room);
    f = fmemopen(room, sizeof room, "w+");
    if (!f) return 92;
    int w = fprintf(f, "%s", "hello");
    fflush(f);
    printf("%d [%.8s] %d\n", w, room, room[5] == 0);
    rewind(f);
    int a = fgetc(f), b = fgetc(f);
    printf("%c%c\n", a, b);
    fclose(f);
    strcpy(room, "start");
    f = fmemopen(room, sizeof room, "a");
    if (!f) return 93;
    fputs("+more", f);
    fclose(f);
    printf("%s\n", room);
    int x, y;
    char word[16];
    f = fmemopen((char[]){"12 words 34"}, 11, "r");
    if (!f) return 94;
    int r = fscanf(f, "%d %15s %d", &x, word, &y);
    printf("%d %d %s %d\n", r, x, word, y);
    fclose(f);

    // A stream of one's own goes through functions of the program.
    unsigned seen = 7;
    f = fopencookie(&seen, "w", (cookie_io_functions_t){.write = cookie_write});
    if (!f) return 95;
    setvbuf(f, NULL, _IOFBF, 32);
    for (int i = 0; i < 50; i++) fprintf(f, "<%d>", i);
    fclose(f);
    printf("%08x\n", seen);
    char *made;
    int len = asprintf(&made, "%05d-%s", 42, "asprintf");
    printf("%d %s\n", len, made);
    free(made);
    return (int)(h % 256);
}
