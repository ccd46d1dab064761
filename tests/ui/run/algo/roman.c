// Roman numerals, number words and several bases convert there and back for every value tried.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct { int value; const char *text; } parts[] = {
    {1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}};

static char *to_roman(int n, char *out) {
    *out = 0;
    for (int i = 0; i < 13; i++)
        for (; n >= parts[i].value; n -= parts[i].value) strcat(out, parts[i].text);
    return out;
}

static int digit(char c) {
    switch (c) {
    case 'I': return 1;
    case 'V': return 5;
    case 'X': return 10;
    case 'L': return 50;
    case 'C': return 100;
    case 'D': return 500;
    case 'M': return 1000;
    default: return -1;
    }
}

// A numeral is accepted only if it is the one that to_roman would write.
static int from_roman(const char *s) {
    int total = 0;
    char again[32];
    for (const char *p = s; *p; p++) {
        int v = digit(*p), next = p[1] ? digit(p[1]) : 0;
        if (v < 0) return -1;
        total += v < next ? -v : v;
    }
    if (total <= 0 || total > 3999) return -1;
    return strcmp(to_roman(total, again), s) == 0 ? total : -2;
}

static const char *const ones[] = {"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
static const char *const tens[] = {"", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"};

static void words(long n, char *out) {
    static const struct { long v; const char *name; } scale[] = {{1000000000, " billion"}, {1000000, " million"}, {1000, " thousand"}, {100, " hundred"}};
    if (n < 0) {
        strcpy(out, "minus ");
        words(-n, out + 6);
        return;
    }
    for (int i = 0; i < 4; i++)
        if (n >= scale[i].v) {
            words(n / scale[i].v, out);
            strcat(out, scale[i].name);
            if (n % scale[i].v) {
                strcat(out, i == 3 ? " and " : " ");
                words(n % scale[i].v, out + strlen(out));
            }
            return;
        }
    if (n < 20) strcpy(out, ones[n]);
    else sprintf(out, "%s%s%s", tens[n / 10], n % 10 ? "-" : "", n % 10 ? ones[n % 10] : "");
}

static char *to_base(long n, int base, char *buf) {
    char *p = buf + 70;
    *p = 0;
    long m = labs(n);
    do *--p = "0123456789abcdefghijklmnopqrstuvwxyz"[m % base]; while (m /= base);
    if (n < 0) *--p = '-';
    return p;
}

int main(void) {
    char out[300];
    int wrong = 0, longest = 0, which = 0;
    for (int n = 1; n < 4000; n++) {
        if (from_roman(to_roman(n, out)) != n) wrong++;
        if ((int)strlen(out) > longest) longest = (int)strlen(out), which = n;
    }
    printf("%d wrong, longest %d at %d %s\n", wrong, longest, which, to_roman(which, out));
    static const char *const probes[] = {"MCMXCIV", "IIII", "VX", "IC", "MMMM", "abc", "XLII", "", "IM"};
    for (int i = 0; i < 9; i++) printf("%d ", from_roman(probes[i]));
    printf("\n");
    static const long numbers[] = {0, 13, 42, 100, 101, 999, 1000, 12345, 1000001, -2147483648L, 90000000019L};
    for (int i = 0; i < 11; i++) {
        words(numbers[i], out);
        out[0] = (char)toupper((unsigned char)out[0]);
        printf("%s.\n", out);
    }
    char buf[72];
    for (int b = 2; b <= 36; b += 2) {
        char *s = to_base(-987654321, b, buf);
        wrong += strtol(s, NULL, b) != -987654321;
        if (b % 10 == 6) printf("%d %s\n", b, s);
    }
    return wrong + longest;
}
