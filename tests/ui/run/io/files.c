// Files written, sought, overwritten, appended and truncated read back byte for byte.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct rec { int id; double v; char name[12]; };

static void dump(const char *what, const char *path) {
    FILE *f = fopen(path, "rb");
    if (!f) exit(90);
    int c, n = 0;
    unsigned h = 0;
    printf("%s: ", what);
    while ((c = getc(f)) != EOF) {
        h = h * 31 + (unsigned)c;
        if (n++ < 40) putchar(c >= 32 && c < 127 ? c : '.');
    }
    printf(" (%d %08x)\n", n, h);
    fclose(f);
}

int main(void) {
    FILE *f = fopen("text.txt", "w+");
    if (!f) return 91;
    fprintf(f, "line %d\n%s", 1, "second line\n");
    fputs("third", f);
    fputc('\n', f);
    printf("%ld\n", ftell(f));
    rewind(f);
    char line[64];
    while (fgets(line, sizeof line, f)) printf("[%.*s]", (int)strcspn(line, "\n"), line);
    printf(" %d\n", feof(f) != 0);
    fseek(f, 5, SEEK_SET);
    fputc('X', f);
    fseek(f, -6, SEEK_END);
    fputs("LAST", f);
    fseek(f, -2, SEEK_CUR);
    int c1 = fgetc(f);
    printf("%c %ld\n", c1, ftell(f));
    fclose(f);
    dump("text", "text.txt");

    f = fopen("text.txt", "a+");
    if (!f) return 92;
    fputs("appended\n", f);
    fseek(f, 0, SEEK_SET);
    c1 = fgetc(f);
    fseek(f, 0, SEEK_CUR);
    fputs("again", f);
    printf("%c %ld\n", c1, ftell(f));
    fclose(f);
    dump("append", "text.txt");

    f = fopen("recs.bin", "wb+");
    if (!f) return 93;
    for (int i = 0; i < 20; i++) {
        struct rec r;
        memset(&r, 0, sizeof r);
        r.id = i;
        r.v = i / 4.0;
        snprintf(r.name, sizeof r.name, "rec%d", i * i);
        if (fwrite(&r, sizeof r, 1, f) != 1) return 94;
    }
    double sum = 0;
    for (int i = 19; i >= 0; i -= 3) {
        struct rec r;
        fseek(f, (long)(i * (int)sizeof r), SEEK_SET);
        if (fread(&r, sizeof r, 1, f) != 1 || r.id != i) return 95;
        sum += r.v * (double)strlen(r.name);
        r.id = -i;
        fseek(f, -(long)sizeof r, SEEK_CUR);
        fwrite(&r, sizeof r, 1, f);
    }
    printf("%g\n", sum);
    fseek(f, 1000, SEEK_SET);
    fputc('!', f);
    fflush(f);
    struct stat st;
    stat("recs.bin", &st);
    printf("%lld %d\n", (long long)st.st_size, S_ISREG(st.st_mode) != 0);
    struct rec two[50];
    rewind(f);
    size_t got = fread(two, sizeof *two, 50, f);
    printf("%zu %d %d %d\n", got, two[19].id, two[18].id, feof(f) != 0);
    clearerr(f);
    printf("%d\n", feof(f) != 0);
    fclose(f);
    dump("recs", "recs.bin");

    int moved = rename("recs.bin", "moved.bin");
    printf("%d %d\n", moved, truncate("moved.bin", 10));
    dump("moved", "moved.bin");
    f = fopen("text.txt", "w");
    fclose(f);
    dump("emptied", "text.txt");
    f = tmpfile();
    if (!f) return 96;
    fputs("temporary 42", f);
    rewind(f);
    int n = 0;
    int scanned = fscanf(f, "%*s %d", &n);
    printf("%d %d\n", scanned, n);
    fclose(f);
    int gone = remove("text.txt") + remove("moved.bin");
    printf("%d %d\n", gone, fopen("moved.bin", "r") == NULL);
    return (int)sum;
}
