// Merges two sorted lists into one, without duplicates. Lists that are not sorted are refused.
#include <secateur.h>

enum { ROOM = 4 };

struct list {
    unsigned char count;
    short values[ROOM];
};

struct lists {
    struct list left, right;
};

struct merged {
    int count;
    short values[2 * ROOM];
};

static int is_sorted(const struct list *list) {
    for (int i = 1; i < list->count; i++) {
        if (list->values[i - 1] > list->values[i])
            return 0;
    }
    return 1;
}

static int is_last(const struct merged *merged, short value) {
    return merged->count > 0 && merged->values[merged->count - 1] == value;
}

static void append(struct merged *merged, short value) {
    if (!is_last(merged, value))
        merged->values[merged->count++] = value;
}

static void move(struct merged *merged, const struct list *list, int *next) {
    append(merged, list->values[*next]);
    *next += 1;
}

// The number of values, or -1 for lists that cannot be merged.
int merge(const struct lists *lists, struct merged *merged) {
    const struct list *left = &lists->left, *right = &lists->right;
    int i = 0, j = 0;
    if (left->count > ROOM || right->count > ROOM)
        return -1;
    if (!is_sorted(left) || !is_sorted(right))
        return -1;
    merged->count = 0;
    while (i < left->count && j < right->count) {
        if (left->values[i] <= right->values[j])
            move(merged, left, &i);
        else
            move(merged, right, &j);
    }
    while (i < left->count)
        move(merged, left, &i);
    while (j < right->count)
        move(merged, right, &j);
    return merged->count;
}

int main(void) {
    struct lists lists;
    struct merged merged;
    secateur_symbolic(&lists, sizeof lists, "lists");
    return merge(&lists, &merged);
}
