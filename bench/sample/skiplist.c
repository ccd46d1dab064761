// A skip list: a sorted list whose nodes are also in some of the lists above it, each of which leaves out more of them. How
// high a node reaches follows from its key, so that the same keys always make the same list. The node that was found last
// is remembered, since whoever asks for a key often asks for the one behind it next.
//
// The input is a sequence of commands. Three mistakes are in here, which show at four places: see BUGS.md.
#include <secateur.h>
#include <stdlib.h>

enum { LEVELS = 4, COMMANDS = 6 };

enum operation { INSERT, REMOVE, FIND, FOLLOW, FIRST, POP, CUT, SELECT, SPLIT, CLEAR, OPERATIONS };

struct command {
    uint8_t operation;
    uint8_t padding;
    int16_t key;
    int16_t other; // the end of a range, or a value
};

struct node {
    int32_t key;
    int32_t value;
    int32_t height;
    struct node *next[]; // as many as it is high
};

struct list {
    struct node *heads[LEVELS];
    struct node *finger; // what was found last
    int32_t count;
    int32_t height; // of the highest node so far
};

enum status { OK, NO_MEMORY, NOT_FOUND, EXISTS, EMPTY };

// --- beginning and end --------------------------------------------------------------------------------------------

static struct list *list_create(void) {
    struct list *list = calloc(1, sizeof *list);
    if (list != NULL)
        list->height = 1;
    return list;
}

static void list_clear(struct list *list) {
    struct node *node = list->heads[0];
    while (node != NULL) {
        struct node *next = node->next[0];
        free(node);
        node = next;
    }
    for (int level = 0; level < LEVELS; level++)
        list->heads[level] = NULL;
    list->finger = NULL;
    list->count = 0;
    list->height = 1;
}

static void list_destroy(struct list *list) {
    list_clear(list);
    free(list);
}

// --- nodes --------------------------------------------------------------------------------------------------------

// One of three keys reaches the second level, one of nine the third, and so on.
static int32_t height_of(int32_t key) {
    uint32_t rest = (uint32_t)key & 0x7fff;
    int32_t height = 1;
    while (rest != 0 && rest % 3 == 0 && height <= LEVELS) {
        rest /= 3;
        height++;
    }
    return height;
}

static struct node *new_node(int32_t key, int32_t value) {
    int32_t height = height_of(key);
    struct node *node = malloc(sizeof *node + (size_t)height * sizeof node->next[0]);
    if (node == NULL)
        return NULL;
    node->key = key;
    node->value = value;
    node->height = height;
    for (int32_t level = 0; level < height; level++)
        node->next[level] = NULL;
    return node;
}

// Where a level points to the first node that is not before the key.
static struct node **link_before(struct list *list, int32_t level, int32_t key) {
    struct node *before = NULL;
    for (int32_t at = list->height - 1; at >= level; at--) {
        struct node *next = before == NULL ? list->heads[at] : before->next[at];
        while (next != NULL && next->key < key) {
            before = next;
            next = before->next[at];
        }
    }
    return before == NULL ? &list->heads[level] : &before->next[level];
}

// --- one key ------------------------------------------------------------------------------------------------------

static enum status list_insert(struct list *list, int32_t key, int32_t value) {
    struct node **links[LEVELS];
    struct node *next = *link_before(list, 0, key);
    if (next != NULL && next->key == key) {
        next->value = value;
        return EXISTS;
    }
    struct node *node = new_node(key, value);
    if (node == NULL)
        return NO_MEMORY;
    for (int32_t level = 0; level < node->height; level++)
        links[level] = level < list->height ? link_before(list, level, key) : &list->heads[level];
    for (int32_t level = 0; level < node->height; level++) {
        node->next[level] = *links[level];
        *links[level] = node;
    }
    if (node->height > list->height)
        list->height = node->height;
    list->count++;
    return OK;
}

static enum status list_find(struct list *list, int32_t key, int32_t *value) {
    struct node *node = *link_before(list, 0, key);
    if (node == NULL || node->key != key)
        return NOT_FOUND;
    list->finger = node;
    *value = node->value;
    return OK;
}

// The one behind the one that was found last.
static enum status list_follow(struct list *list, int32_t *value) {
    if (list->finger == NULL)
        return NOT_FOUND;
    struct node *next = list->finger->next[0];
    list->finger = next;
    if (next == NULL)
        return NOT_FOUND;
    *value = next->value;
    return OK;
}

static void unlink_node(struct list *list, struct node *node) {
    for (int32_t level = 0; level < node->height; level++)
        *link_before(list, level, node->key) = node->next[level];
}

static enum status list_remove(struct list *list, int32_t key) {
    struct node *node = *link_before(list, 0, key);
    if (node == NULL || node->key != key)
        return NOT_FOUND;
    unlink_node(list, node);
    if (list->finger == node)
        list->finger = NULL;
    free(node);
    list->count--;
    return OK;
}

static enum status list_first(const struct list *list, int32_t *value) {
    if (list->heads[0] == NULL)
        return EMPTY;
    *value = list->heads[0]->value;
    return OK;
}

static enum status list_pop(struct list *list, int32_t *value) {
    if (list->count == 0)
        return EMPTY;
    struct node *node = list->heads[0];
    *value = node->value;
    return list_remove(list, node->key);
}

// --- many keys ----------------------------------------------------------------------------------------------------

// Removes all from the first key on that are before the second one.
static enum status list_cut(struct list *list, int32_t from, int32_t to) {
    if (from >= to)
        return NOT_FOUND;
    struct node *node = *link_before(list, 0, from);
    int32_t removed = 0;
    while (node != NULL && node->key < to) {
        struct node *next = node->next[0];
        unlink_node(list, node);
        free(node);
        removed++;
        node = next;
    }
    if (removed == 0)
        return NOT_FOUND;
    list->count -= removed;
    return OK;
}

// The node at a place, counted from the first.
static enum status list_select(const struct list *list, int32_t place, int32_t *value) {
    if (place < 0 || place >= list->count)
        return NOT_FOUND;
    const struct node *node = list->heads[0];
    while (place-- > 0)
        node = node->next[0];
    *value = node->value;
    return OK;
}

// All from a key on go to a list of their own.
static struct list *list_split(struct list *list, int32_t key) {
    struct list *rest = list_create();
    if (rest == NULL)
        return NULL;
    for (int32_t level = list->height - 1; level >= 0; level--) {
        struct node **link = link_before(list, level, key);
        rest->heads[level] = *link;
        *link = NULL;
    }
    rest->height = list->height;
    for (struct node *node = rest->heads[0]; node != NULL; node = node->next[0]) {
        rest->count++;
        if (list->finger == node)
            list->finger = NULL;
    }
    return rest;
}

static int is_sorted(const struct list *list) {
    for (const struct node *node = list->heads[0]; node != NULL; node = node->next[0])
        if (node->next[0] != NULL && node->next[0]->key <= node->key)
            return 0;
    return 1;
}

// --- commands -----------------------------------------------------------------------------------------------------

static enum status run(struct list *list, const struct command *command) {
    int32_t value = 0;
    struct list *rest;
    switch ((enum operation)(command->operation % OPERATIONS)) {
    case INSERT:
        return list_insert(list, command->key, command->other);
    case REMOVE:
        return list_remove(list, command->key);
    case FIND:
        return list_find(list, command->key, &value);
    case FOLLOW:
        return list_follow(list, &value);
    case FIRST:
        return list_first(list, &value);
    case POP:
        return list_pop(list, &value);
    case CUT:
        return list_cut(list, command->key, command->other);
    case SELECT:
        return list_select(list, command->key, &value);
    case SPLIT:
        rest = list_split(list, command->key);
        if (rest == NULL)
            return NO_MEMORY;
        list_destroy(rest);
        return OK;
    case CLEAR:
        list_clear(list);
        return OK;
    default:
        return NOT_FOUND;
    }
}

int main(void) {
    struct command commands[COMMANDS];
    secateur_symbolic(commands, sizeof commands, "commands");
    struct list *list = list_create();
    if (list == NULL)
        return 1;
    for (int i = 0; i < COMMANDS; i++)
        run(list, &commands[i]);
    secateur_assert(is_sorted(list));
    list_destroy(list);
    return 0;
}
