//@ stdin: The greedy wrapper fills each line with as many words as fit, and the balanced wrapper minimises the squared slack by dynamic programming. A veryveryverylongwordthatdoesnotfit stands alone.\n\nSecond   paragraph\twith odd   spacing.\n
// Greedy, justified and balanced wrapping of paragraphs from standard input count every word once.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 28

static char text[2000], *words[300];
static int count;

static void line(int from, int to, int justify) {
    int letters = 0, gaps = to - from - 1;
    for (int i = from; i < to; i++) letters += (int)strlen(words[i]);
    int spare = justify && gaps > 0 && letters + gaps <= WIDTH ? WIDTH - letters - gaps : 0;
    putchar('|');
    for (int i = from; i < to; i++) {
        int extra = gaps && i > from ? spare * (i - from) / gaps - spare * (i - from - 1) / gaps : 0;
        printf("%*s%s", i > from ? 1 + extra : 0, "", words[i]);
    }
    printf("|\n");
}

static int greedy(int justify) {
    int lines = 0;
    for (int i = 0; i < count;) {
        int used = (int)strlen(words[i]), j = i + 1;
        while (j < count && used + 1 + (int)strlen(words[j]) <= WIDTH) used += 1 + (int)strlen(words[j++]);
        line(i, j, justify && j < count);
        i = j;
        lines++;
    }
    return lines;
}

// best[i] is the least cost of wrapping the words from i on; the last line is free.
static long balanced(void) {
    static long best[301];
    static int next[301];
    best[count] = 0;
    for (int i = count - 1; i >= 0; i--) {
        int used = -1;
        best[i] = -1;
        for (int j = i; j < count; j++) {
            used += 1 + (int)strlen(words[j]);
            if (used > WIDTH && j > i) break;
            long slack = used > WIDTH ? 0 : WIDTH - used;
            long cost = (j + 1 == count ? 0 : slack * slack) + best[j + 1];
            if (best[i] < 0 || cost < best[i]) {
                best[i] = cost;
                next[i] = j + 1;
            }
        }
    }
    for (int i = 0; i < count; i = next[i]) line(i, next[i], 0);
    return best[0];
}

static int by_length(const void *a, const void *b) {
    const char *x = *(char *const *)a, *y = *(char *const *)b;
    size_t n = strlen(x), m = strlen(y);
    return n != m ? (n < m ? 1 : -1) : strcmp(x, y);
}

int main(void) {
    char raw[1000];
    int paragraphs = 0, total = 0;
    long cost = 0;
    while (fgets(raw, sizeof raw, stdin)) {
        strcpy(text, raw);
        count = 0;
        for (char *w = strtok(text, " \t\n"); w; w = strtok(NULL, " \t\n")) words[count++] = w;
        if (!count) continue;
        paragraphs++;
        total += count;
        int lines = greedy(0);
        printf("%d lines\n", lines);
        greedy(1);
        long c = balanced();
        printf("cost %ld\n", c);
        cost += c;
        qsort(words, (size_t)count, sizeof *words, by_length);
        printf("longest %s, shortest %s\n", words[0], words[count - 1]);
        for (char *s = words[0]; *s; s++) *s = (char)toupper((unsigned char)*s);
        printf("%.12s\n", words[0]);
    }
    printf("%d paragraphs %d words\n", paragraphs, total);
    return (int)(cost % 256);
}
