// KMP, Boyer-Moore-Horspool, Rabin-Karp and strstr find the same places; edit distance and LCS agree on the rest.
#include <stdio.h>
#include <string.h>

#define MAX(a, b) ((a) > (b) ? (a) : (b))

static long naive(const char *t, const char *p) {
    const char *hit = strstr(t, p);
    return hit ? hit - t : -1;
}

static long kmp(const char *t, const char *p) {
    int fail[64] = {0}, m = (int)strlen(p), k = 0;
    if (m == 0) return 0;
    for (int i = 1; i < m; i++) {
        while (k && p[i] != p[k]) k = fail[k - 1];
        k += p[i] == p[k];
        fail[i] = k;
    }
    k = 0;
    for (long i = 0; t[i]; i++) {
        while (k && t[i] != p[k]) k = fail[k - 1];
        k += t[i] == p[k];
        if (k == m) return i - m + 1;
    }
    return -1;
}

static long horspool(const char *t, const char *p) {
    size_t n = strlen(t), m = strlen(p), shift[256];
    if (m == 0) return 0;
    for (int i = 0; i < 256; i++) shift[i] = m;
    for (size_t i = 0; i + 1 < m; i++) shift[(unsigned char)p[i]] = m - 1 - i;
    for (size_t i = 0; i + m <= n; i += shift[(unsigned char)t[i + m - 1]])
        if (memcmp(t + i, p, m) == 0) return (long)i;
    return -1;
}

static long rabin_karp(const char *t, const char *p) {
    size_t n = strlen(t), m = strlen(p);
    unsigned hp = 0, ht = 0, top = 1;
    if (m > n) return -1;
    for (size_t i = 0; i < m; i++) {
        hp = hp * 257 + (unsigned char)p[i];
        ht = ht * 257 + (unsigned char)t[i];
        if (i) top *= 257;
    }
    for (size_t i = 0;; i++) {
        if (hp == ht && memcmp(t + i, p, m) == 0) return (long)i;
        if (i + m >= n) return -1;
        ht = (ht - top * (unsigned char)t[i]) * 257 + (unsigned char)t[i + m];
    }
}

static int edit(const char *a, const char *b) {
    int row[64], n = (int)strlen(b);
    for (int j = 0; j <= n; j++) row[j] = j;
    for (int i = 1; a[i - 1]; i++) {
        int diag = row[0];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            int keep = row[j], best = diag + (a[i - 1] != b[j - 1]);
            if (row[j] + 1 < best) best = row[j] + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            diag = keep;
            row[j] = best;
        }
    }
    return row[n];
}

static int lcs(const char *a, const char *b, char *out) {
    static int d[64][64];
    int n = (int)strlen(a), m = (int)strlen(b);
    for (int i = n; i >= 0; i--)
        for (int j = m; j >= 0; j--) d[i][j] = i == n || j == m ? 0 : a[i] == b[j] ? d[i + 1][j + 1] + 1 : MAX(d[i + 1][j], d[i][j + 1]);
    for (int i = 0, j = 0; i < n && j < m;) {
        if (a[i] == b[j]) *out++ = a[i], i++, j++;
        else if (d[i + 1][j] >= d[i][j + 1]) i++;
        else j++;
    }
    *out = 0;
    return d[0][0];
}

int main(void) {
    static const char *const texts[] = {"abababababcabababac", "aaaaaaaaaaaaaaaaaaab", "the cat sat on the mat, the cat spat", "mississippi", ""};
    static const char *const patterns[] = {"ababac", "aaab", "the cat sp", "issip", "ippi", "x", "mat,", "a", "mississippi!", ""};
    int differ = 0;
    long sum = 0;
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 10; j++) {
            long a = naive(texts[i], patterns[j]), b = kmp(texts[i], patterns[j]), c = horspool(texts[i], patterns[j]), d = rabin_karp(texts[i], patterns[j]);
            differ += a != b || a != c || a != d;
            sum = sum * 7 % 100003 + a + 1;
            printf("%ld ", a);
        }
        printf("\n");
    }
    char out[64];
    static const char *const pairs[][2] = {{"kitten", "sitting"}, {"intention", "execution"}, {"", "abc"}, {"same", "same"}, {"AGGTAB", "GXTXAYB"}};
    for (int i = 0; i < 5; i++) {
        int e = edit(pairs[i][0], pairs[i][1]), l = lcs(pairs[i][0], pairs[i][1], out);
        printf("%s/%s: %d %d %s\n", pairs[i][0], pairs[i][1], e, l, out);
        sum += e * 3 + l;
    }
    printf("%d %ld\n", differ, sum);
    return (int)(sum % 256);
}
