// setvbuf, ungetc, fflush, freopen and mixed reads and writes keep the stream's position right.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static long size_on_disk(const char *path) {
    FILE *f = fopen(path, "r");
    if (!f) return -1;
    fseek(f, 0, SEEK_END);
    long n = ftell(f);
    fclose(f);
    return n;
}

int main(void) {
    static char buf[64];
    FILE *f = fopen("buf.txt", "w");
    if (!f) return 90;
    setvbuf(f, buf, _IOFBF, sizeof buf);
    fputs("0123456789", f);
    printf("full %ld", size_on_disk("buf.txt"));
    fflush(f);
    printf(" %ld", size_on_disk("buf.txt"));
    for (int i = 0; i < 100; i++) fputc('a' + i % 26, f);
    printf(" %d", size_on_disk("buf.txt") >= 64);
    fclose(f);
    printf(" %ld\n", size_on_disk("buf.txt"));
    f = fopen("line.txt", "w");
    if (!f) return 91;
    setvbuf(f, NULL, _IONBF, 0);
    fputs("unbuffered", f);
    printf("none %ld", size_on_disk("line.txt"));
    fclose(f);
    f = fopen("line.txt", "w");
    if (!f) return 92;
    setvbuf(f, NULL, _IOLBF, 256);
    fputs("one\ntwo", f);
    fclose(f);
    printf(" line %ld\n", size_on_disk("line.txt"));

    f = fopen("buf.txt", "r+");
    if (!f) return 93;
    int c = getc(f);
    ungetc(c, f);
    ungetc('Z', f);
    int c1 = getc(f), c2 = getc(f), c3 = getc(f);
    printf("%c%c%c %ld\n", c1, c2, c3, ftell(f));
    ungetc('q', f);
    printf("%ld ", ftell(f));
    fseek(f, 2, SEEK_SET);
    printf("%c ", getc(f));
    fseek(f, 0, SEEK_CUR);
    fputs("WRITTEN", f);
    fseek(f, 0, SEEK_CUR);
    char tail[8] = "";
    if (!fgets(tail, 6, f)) return 94;
    printf("%s\n", tail);
    fpos_t pos;
    fgetpos(f, &pos);
    c1 = getc(f);
    for (int i = 0; i < 20; i++) getc(f);
    fsetpos(f, &pos);
    c2 = getc(f);
    printf("%d %c\n", c1 == c2, c1);
    while (getc(f) != EOF) continue;
    printf("%d ", feof(f) != 0);
    ungetc('e', f);
    printf("%d ", feof(f) != 0);
    printf("%c ", getc(f));
    printf("%d\n", getc(f) == EOF);
    fseek(f, 0, SEEK_END);
    fputc(0x78, f);
    printf("%d\n", ferror(f) != 0);
    fclose(f);

    // freopen closes the old file and gives the same stream another one.
    f = fopen("line.txt", "r");
    if (!f) return 95;
    f = freopen("buf.txt", "r", f);
    if (!f) return 96;
    char text[32];
    size_t n = fread(text, 1, 10, f);
    printf("%zu %.10s\n", n, text);
    fclose(f);
    f = fdopen(dup(1), "w");
    if (!f) return 97;
    fflush(stdout);
    fprintf(f, "through fd %d\n", fileno(stdout));
    fclose(f);
    f = fopen("line.txt", "r");
    if (!f) return 98;
    fputc('n', f);
    printf("%d ", ferror(f) != 0);
    clearerr(f);
    printf("%d ", ferror(f) != 0);
    printf("%c\n", getc(f));
    fclose(f);
    remove("buf.txt");
    remove("line.txt");
    return c1;
}
