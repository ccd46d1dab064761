// alloca gives memory that lives until the function returns, also from within loops and beside VLAs.
#include <alloca.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct item { struct item *next; int v; char name[]; };

static long list(int n) {
    struct item *head = NULL;
    for (int i = 0; i < n; i++) {
        char text[16];
        int len = snprintf(text, sizeof text, "item%d", i * i);
        struct item *it = alloca(sizeof *it + (size_t)len + 1);
        it->next = head;
        it->v = i;
        memcpy(it->name, text, (size_t)len + 1);
        head = it;
    }
    long sum = 0;
    for (struct item *p = head; p; p = p->next) sum += p->v * (long)strlen(p->name) + p->name[4];
    return sum;
}

static char *reverse_into(const char *s, char *out) {
    size_t n = strlen(s);
    char *tmp = alloca(n + 1);
    for (size_t i = 0; i < n; i++) tmp[i] = s[n - 1 - i];
    tmp[n] = 0;
    return strcpy(out, tmp);
}

static int tree(int depth) {
    int *mine = alloca((size_t)(depth + 1) * sizeof *mine);
    for (int i = 0; i <= depth; i++) mine[i] = depth * i;
    int r = depth == 0 ? 1 : tree(depth - 1) + tree(depth - 1);
    for (int i = 0; i <= depth; i++) r += mine[i];
    return r;
}

// The blocks of one frame are distinct and suitably aligned; only these facts are printed, no address.
static int distinct(int n) {
    unsigned char *blocks[32];
    int ok = 0;
    for (int i = 0; i < n; i++) {
        blocks[i] = alloca((size_t)i + 1);
        memset(blocks[i], i, (size_t)i + 1);
        ok += (uintptr_t)blocks[i] % 16 == 0;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) ok += blocks[i][j] == i;
    return ok;
}

static double stats(int n) {
    double vla[n], *al = alloca((size_t)n * sizeof *al), s = 0;
    for (int i = 0; i < n; i++) {
        vla[i] = i * 0.5;
        al[i] = n - i;
    }
    for (int i = 0; i < n; i++) s += vla[i] * al[i];
    return s;
}

int main(void) {
    printf("%ld %ld %ld\n", list(0), list(10), list(200));
    char out[40];
    printf("%s %s\n", reverse_into("stressed", out), out + 4);
    printf("%d\n", tree(9));
    printf("%d\n", distinct(32));
    printf("%.3f %.3f\n", stats(5), stats(100));
    char *big = alloca(1 << 18);
    memset(big, 7, 1 << 18);
    int sum = 0;
    for (int i = 0; i < 1 << 18; i += 4096) sum += big[i];
    printf("%d\n", sum);
    // Repeated calls reuse the stack, else this would need a hundred megabytes.
    for (int i = 0; i < 1000; i++) sum += (int)stats(i % 50 + 1) % 3;
    printf("%d\n", sum);
    return sum % 256;
}
