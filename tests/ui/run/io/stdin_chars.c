//@ stdin: The quick brown fox\njumps over\tthe lazy dog.\n\n123 + 456\nno newline at the end
// getchar and ungetc read standard input to its end, and the counts match the text.
#include <ctype.h>
#include <stdio.h>

enum { OUT, IN };

static int letters[26], lines, words, chars, digits, longest, current;

// Numbers are recognised in the stream by reading one character too many and giving it back.
static int read_number(int first) {
    int v = first - '0', c;
    while ((c = getchar()) != EOF && isdigit(c)) {
        v = v * 10 + c - '0';
        chars++;
        digits++;
    }
    ungetc(c, stdin);
    return v;
}

int main(void) {
    int c, state = OUT, sum = 0;
    unsigned hash = 2166136261u;
    while ((c = getchar()) != EOF) {
        chars++;
        hash = (hash ^ (unsigned)c) * 16777619u;
        if (isdigit(c)) {
            digits++;
            sum += read_number(c);
        }
        if (isalpha(c)) letters[tolower(c) - 'a']++;
        if (c == '\n') {
            lines++;
            if (current > longest) longest = current;
            current = 0;
        } else current++;
        if (isspace(c)) state = OUT;
        else if (state == OUT) {
            state = IN;
            words++;
        }
    }
    printf("%d lines, %d words, %d chars, %d digits, longest %d\n", lines, words, chars, digits, longest);
    printf("sum %d hash %08x\n", sum, hash);
    for (int i = 0; i < 26; i++)
        if (letters[i]) printf("%c%d ", 'a' + i, letters[i]);
    printf("\n%d %d %d\n", feof(stdin) != 0, ferror(stdin) != 0, getchar() == EOF);
    // A histogram with bars, most frequent letter first.
    for (int round = 0; round < 5; round++) {
        int best = 0;
        for (int i = 1; i < 26; i++)
            if (letters[i] > letters[best]) best = i;
        printf("%c ", 'a' + best);
        for (int i = 0; i < letters[best]; i++) putchar('*');
        putchar('\n');
        letters[best] = 0;
    }
    return words * 3;
}
