//@ stdin: name,qty,price,note\napple,3,0.50,"red, round"\n"pear ""Anjou""",10,0.25,\nfig,,1.75,"two\nlines"\nplum,4,x,last
// A CSV reader handles quotes, doubled quotes, embedded commas and newlines, and sums the columns by name.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX 10

struct row { char *field[MAX]; int n; };

// One record is read character by character, because a newline may stand inside quotes.
static int read_row(FILE *f, struct row *r) {
    size_t cap = 16, n = 0;
    char *buf = malloc(cap);
    int c, quoted = 0, any = 0;
    if (!buf) exit(99);
    r->n = 0;
    for (;;) {
        c = getc(f);
        if (c == EOF && !any && n == 0 && r->n == 0) {
            free(buf);
            return 0;
        }
        any = 1;
        if (quoted && c == '"') {
            int next = getc(f);
            if (next != '"') {
                quoted = 0;
                ungetc(next, f);
                continue;
            }
        } else if (!quoted && c == '"' && n == 0) {
            quoted = 1;
            continue;
        } else if (c == EOF || (!quoted && (c == ',' || c == '\n'))) {
            buf[n] = 0;
            if (r->n < MAX) r->field[r->n++] = strdup(buf);
            n = 0;
            if (c == ',') continue;
            break;
        }
        buf[n++] = (char)c;
        if (n == cap) {
            cap *= 2;
            buf = realloc(buf, cap);
            if (!buf) exit(99);
        }
    }
    free(buf);
    return 1;
}

static void release(struct row *r) {
    for (int i = 0; i < r->n; i++) free(r->field[i]);
    r->n = 0;
}

static int column(const struct row *head, const char *name) {
    for (int i = 0; i < head->n; i++)
        if (strcmp(head->field[i], name) == 0) return i;
    return -1;
}

static void write_field(const char *s) {
    if (!strpbrk(s, ",\"\n")) {
        printf("%s", s);
        return;
    }
    putchar('"');
    for (; *s; s++) printf(*s == '"' ? "\"\"" : "%c", *s);
    putchar('"');
}

int main(void) {
    struct row head, r;
    if (!read_row(stdin, &head)) return 99;
    int qty = column(&head, "qty"), price = column(&head, "price"), rows = 0, bad = 0;
    double total = 0;
    long items = 0;
    while (read_row(stdin, &r)) {
        rows++;
        for (int i = r.n; i-- > 0;) {
            write_field(r.field[i]);
            putchar(i ? ',' : '\n');
        }
        char *end1, *end2;
        long q = strtol(r.field[qty], &end1, 10);
        double p = strtod(r.field[price], &end2);
        if (*end1 || *end2 || end1 == r.field[qty]) {
            printf("row %d is not numeric\n", rows);
            bad++;
        } else {
            items += q;
            total += (double)q * p;
        }
        release(&r);
    }
    printf("%d columns %d rows %d bad, %ld items for %.2f, none %d\n", head.n, rows, bad, items, total, column(&head, "none"));
    release(&head);
    return (int)(total * 10) + bad;
}
