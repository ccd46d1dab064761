// Memory protection in words: a table says for each word of memory what a protection domain may do with it. The table
// has levels, as tables of pages have: an entry holds for all of its words, unless there is a table below it. This is the
// part that sets the rights of a range of words, beside a small cache of what was looked up last.
//
// The request is input: where the range begins, how long it is, and what is to be allowed there. Which tables are made and
// dropped is decided by the range; what is written into them is decided by the protection. Nothing is decided by both, so
// the protection is a part of the input that does not interfere with the rest.
//
// Three bugs are in here: see BUGS.md.
#include <secateur.h>
#include <stdlib.h>

#ifndef LEVELS
#define LEVELS 2
#endif

enum { BITS = 2, ENTRIES = 1 << BITS, WORDS = 1 << (BITS * LEVELS), LINE = 8 };

struct request {
    uint32_t first;
    uint32_t length;
    uint32_t protection;
};

// --- protection ---------------------------------------------------------------------------------------------------

enum wanted { READ = 1, WRITE = 2, EXECUTE = 4, GATE = 8 };

enum { KEY_SHIFT = 28, KEYS = 12, DOMAIN_SHIFT = 8, DOMAINS = 2 };

enum rights { DENIED, READ_ONLY, READ_WRITE, READ_EXECUTE };

struct protection {
    enum rights rights;
    int is_gate;
    uint32_t key;
};

static const uint32_t keys[KEYS] = {0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb};
static enum rights of_domain[DOMAINS]; // what domains were last allowed

// The hardware knows four rights; others are rounded to what is nearest and safe.
static enum rights rights_for(uint32_t wanted) {
    switch (wanted & (READ | WRITE | EXECUTE)) {
    case READ: return READ_ONLY;
    case WRITE:
    case READ | WRITE: return READ_WRITE;
    case EXECUTE:
    case READ | EXECUTE: return READ_EXECUTE;
    case 0: return DENIED;
    default: return (wanted & GATE) != 0 ? READ_EXECUTE : DENIED; // never write and execute
    }
}

static uint32_t key_of(uint32_t wanted) {
    uint32_t number = wanted >> KEY_SHIFT;
    return number > KEYS ? 0 : keys[number];
}

static struct protection decode(uint32_t wanted) {
    struct protection protection = {rights_for(wanted), 0, key_of(wanted)};
    if (protection.rights == READ_EXECUTE && (wanted & GATE) != 0)
        protection.is_gate = 1;
    for (int domain = 0; domain < DOMAINS; domain++)
        if ((wanted >> DOMAIN_SHIFT & 1u << domain) != 0)
            of_domain[domain] = protection.rights;
    return protection;
}

// --- tables -------------------------------------------------------------------------------------------------------

struct table {
    struct table *below[ENTRIES];
    struct protection entries[ENTRIES];
};

static struct table *root;
static int tables;                    // in use
static uint8_t changed[WORDS / LINE]; // lines of memory whose rights changed since somebody looked
static struct {
    struct table *table; // a table of the lowest level
    uint32_t first;      // its first word
} last_seen;

static struct table *new_table(struct protection protection) {
    struct table *table = malloc(sizeof *table);
    if (table == NULL)
        abort();
    for (int i = 0; i < ENTRIES; i++) {
        table->below[i] = NULL;
        table->entries[i] = protection;
    }
    tables++;
    return table;
}

static void drop(struct table *table) {
    if (table == NULL)
        return;
    for (int i = 0; i < ENTRIES; i++)
        drop(table->below[i]);
    free(table);
    tables--;
}

// How many words an entry of a table at this level stands for; 0 is the lowest.
static uint32_t span_of(int level) {
    return 1u << (BITS * level);
}

// Sets the rights of the words from `first` up to `end`, as far as they are in this table.
static void set(struct table *table, int level, uint32_t begin, uint32_t first, uint32_t end, struct protection new) {
    for (int i = 0; i < ENTRIES; i++) {
        uint32_t low = begin + (uint32_t)i * span_of(level), high = low + span_of(level);
        if (end <= low)
            break;
        if (first >= high)
            continue;
        if (first <= low && end >= high) {
            drop(table->below[i]);
            table->below[i] = NULL;
            table->entries[i] = new;
            continue;
        }
        if (table->below[i] == NULL)
            table->below[i] = new_table(table->entries[i]);
        set(table->below[i], level - 1, low, first, end, new);
    }
}

static void mark_changed(uint32_t first, uint32_t end) {
    for (uint32_t line = 0; line <= WORDS / LINE; line++)
        if (line >= first / LINE && line <= end / LINE)
            changed[line] = 1;
}

static int insert(const struct request *request) {
    struct protection new = decode(request->protection);
    if (request->first >= WORDS || request->length > WORDS - request->first)
        return -1;
    if (request->length == 0)
        return 0;
    uint32_t end = request->first + request->length;
    set(root, LEVELS - 1, 0, request->first, end, new);
    mark_changed(request->first, end);
    return 1;
}

// --- looking up ---------------------------------------------------------------------------------------------------

static struct protection look_up(uint32_t word) {
    struct table *table = root;
    uint32_t begin = 0;
    if (last_seen.table != NULL && word - last_seen.first < ENTRIES)
        return last_seen.table->entries[word - last_seen.first];
    for (int level = LEVELS - 1;; level--) {
        uint32_t i = (word - begin) / span_of(level);
        if (table->below[i] == NULL) {
            if (level == 0) {
                last_seen.table = table;
                last_seen.first = begin;
            }
            return table->entries[i];
        }
        begin += i * span_of(level);
        table = table->below[i];
    }
}

static int count(const struct table *table) {
    int sum = 0;
    if (table == NULL)
        return 0;
    for (int i = 0; i < ENTRIES; i++)
        sum += count(table->below[i]);
    return sum + 1;
}

int main(void) {
    static const struct request at_start[] = {{2, 5, READ | WRITE}, {WORDS - 6, 3, READ | EXECUTE | 0x100}};
    static struct protection found[2];
    static struct request request;
    root = new_table((struct protection){DENIED, 0, 0});
    for (int i = 0; i < 2; i++)
        insert(&at_start[i]);
    found[0] = look_up(5);
    secateur_symbolic(&request, sizeof request, "request");
    insert(&request);
    found[1] = look_up(6);
    secateur_assert(count(root) == tables);
    drop(root);
    return 0;
}
