// Figure 1b of the paper, of a kernel that frees the pages of a process: N pages, whose counters are raised where the page
// is in use. A page and its counter belong together; one page and another do not.
#include <secateur.h>

#ifndef N
#define N 4
#endif

static unsigned pages[N];
static unsigned counts[N];
static unsigned old_counts[N];

static void remember(void) {
    for (int i = 0; i < N; i++)
        old_counts[i] = counts[i];
}

static void free_pages(void) {
    for (int i = 0; i < N; i++)
        if (pages[i] != 0)
            counts[i]++;
}

static void check(void) {
    for (int i = 0; i < N; i++)
        if (pages[i] != 0)
            secateur_assert(counts[i] == old_counts[i] + 1);
}

int main(void) {
    secateur_symbolic(pages, sizeof pages, "pages");
    secateur_symbolic(counts, sizeof counts, "counts");
    remember();
    free_pages();
    check();
    return 0;
}
