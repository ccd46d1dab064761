// A chained hash table from numbers to values. The number of chains is one of a few primes, of which a larger one is taken
// when chains become long. Entries are also in one list by their age, so that they can be visited in that order; a visit may
// ask for entries to be removed, and a cursor can stay between two of them.
//
// The input is a sequence of commands. Six mistakes are in here, one of which shows at six places: see BUGS.md.
#include <secateur.h>
#include <stdlib.h>
#include <string.h>

enum { COMMANDS = 5, DENSITY = 2, LISTED = 4 };

enum operation {
    CREATE,
    INSERT,
    APPEND, // without looking for the key first
    LOOK_UP,
    REMOVE,
    UPDATE,
    TAKE_OLDEST,
    KEYS,
    VISIT,
    COPY,
    REHASH,
    CURSOR,
    ADVANCE,
    REWIND,
    CLEAR,
    OPERATIONS
};

struct command {
    uint8_t operation;
    uint8_t flags; // of a visit
    int16_t size;  // of a new table
    uint32_t key;
    int32_t value;
};

struct entry {
    uint32_t key;
    uint32_t hash;
    int32_t value;
    struct entry *next;    // of the chain
    struct entry *younger; // in the list by age
    struct entry *older;
};

struct table {
    uint32_t chain_count;
    uint32_t entry_count;
    struct entry **chains;
    struct entry *oldest;
    struct entry *youngest;
    struct entry *cursor; // what was shown last
};

enum status { OK, NO_TABLE, NO_MEMORY, NOT_FOUND, EXISTS };

enum answer { GO_ON, STOP, DELETE };

// --- sizes --------------------------------------------------------------------------------------------------------

static const uint32_t primes[] = {5, 11, 23, 47, 97, 197};

// The first prime that is larger; 0 if none is.
static uint32_t chains_for(uint32_t entries) {
    for (uint32_t i = 0; i < sizeof primes / sizeof primes[0]; i++)
        if (primes[i] > entries)
            return primes[i];
    return 0;
}

static uint32_t hash_of(uint32_t key) {
    uint32_t hash = key * UINT32_C(2654435761);
    return hash ^ hash >> 15;
}

// --- beginning and end --------------------------------------------------------------------------------------------

static struct table *table_create(uint32_t expected) {
    struct table *table = calloc(1, sizeof *table);
    if (table == NULL)
        return NULL;
    table->chain_count = chains_for(expected);
    table->chains = calloc(table->chain_count, sizeof(struct entry *));
    if (table->chains == NULL) {
        free(table);
        return NULL;
    }
    return table;
}

static void free_entries(struct table *table) {
    struct entry *entry = table->oldest;
    while (entry != NULL) {
        struct entry *younger = entry->younger;
        free(entry);
        entry = younger;
    }
}

static void table_clear(struct table *table) {
    free_entries(table);
    for (uint32_t i = 0; i < table->chain_count; i++)
        table->chains[i] = NULL;
    table->entry_count = 0;
    table->oldest = table->youngest = NULL;
}

static void table_destroy(struct table *table) {
    if (table == NULL)
        return;
    free_entries(table);
    free(table->chains);
    free(table);
}

// --- entries ------------------------------------------------------------------------------------------------------

static struct entry *new_entry(struct table *table, uint32_t key, int32_t value) {
    struct entry *entry = malloc(sizeof *entry);
    if (entry == NULL)
        return NULL;
    entry->key = key;
    entry->hash = hash_of(key);
    entry->value = value;
    entry->next = NULL;
    entry->younger = NULL;
    entry->older = table->youngest;
    if (table->youngest == NULL)
        table->oldest = entry;
    else
        table->youngest->younger = entry;
    table->youngest = entry;
    table->entry_count++;
    return entry;
}

static void leave_age(struct table *table, struct entry *entry) {
    if (entry->older == NULL)
        table->oldest = entry->younger;
    else
        entry->older->younger = entry->younger;
    if (entry->younger == NULL)
        table->youngest = entry->older;
    else
        entry->younger->older = entry->older;
    table->entry_count--;
}

// Entries keep their place by age; their chains are made anew.
static enum status table_rehash(struct table *table) {
    uint32_t count = chains_for(table->entry_count * 2);
    struct entry **chains = calloc(count, sizeof(struct entry *));
    if (chains == NULL)
        return NO_MEMORY;
    for (struct entry *entry = table->oldest; entry != NULL; entry = entry->younger) {
        uint32_t chain = entry->hash % count;
        entry->next = chains[chain];
        chains[chain] = entry;
    }
    free(table->chains);
    table->chains = chains;
    table->chain_count = count;
    return OK;
}

// --- one key ------------------------------------------------------------------------------------------------------

static struct entry *table_find(const struct table *table, uint32_t key) {
    uint32_t hash = hash_of(key);
    struct entry *entry = table->chains[hash % table->chain_count];
    while (entry != NULL && entry->key != key)
        entry = entry->next;
    return entry;
}

static enum status table_append(struct table *table, uint32_t key, int32_t value) {
    if (table->entry_count >= DENSITY * table->chain_count && table->chain_count > 0 && table_rehash(table) != OK)
        return NO_MEMORY;
    uint32_t chain = hash_of(key) % table->chain_count;
    struct entry *entry = new_entry(table, key, value);
    if (entry == NULL)
        return NO_MEMORY;
    entry->next = table->chains[chain];
    table->chains[chain] = entry;
    return OK;
}

static enum status table_insert(struct table *table, uint32_t key, int32_t value) {
    uint32_t chain = hash_of(key) % table->chain_count;
    for (struct entry *entry = table->chains[chain]; entry != NULL; entry = entry->next) {
        if (entry->key == key) {
            entry->value = value;
            return EXISTS;
        }
    }
    return table_append(table, key, value);
}

static enum status table_look_up(const struct table *table, uint32_t key, int32_t *value) {
    const struct entry *entry = table_find(table, key);
    if (entry == NULL)
        return NOT_FOUND;
    *value = entry->value;
    return OK;
}

static enum status table_remove(struct table *table, uint32_t key, int32_t *value) {
    struct entry **link = &table->chains[hash_of(key) % table->chain_count];
    while (*link != NULL && (*link)->key != key)
        link = &(*link)->next;
    struct entry *entry = *link;
    if (entry == NULL)
        return NOT_FOUND;
    *value = entry->value;
    *link = entry->next;
    leave_age(table, entry);
    if (table->cursor == entry)
        table->cursor = NULL;
    free(entry);
    return OK;
}

// A value of zero says that the key is not needed any more. The key need not be there.
static enum status table_update(struct table *table, uint32_t key, int32_t difference) {
    uint32_t chain = hash_of(key) % table->chain_count;
    struct entry *entry = table->chains[chain];
    while (entry->key != key) {
        entry = entry->next;
        if (entry == NULL)
            return NOT_FOUND;
    }
    int64_t sum = (int64_t)entry->value + difference;
    entry->value = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : (int32_t)sum;
    if (entry->value == 0)
        return table_remove(table, key, &difference);
    return OK;
}

// --- by age -------------------------------------------------------------------------------------------------------

static enum status table_take_oldest(struct table *table, int32_t *value) {
    struct entry *entry = table->oldest;
    if (entry == NULL)
        return NOT_FOUND;
    uint32_t chain = entry->hash % table->chain_count;
    struct entry **link = &table->chains[chain];
    while (*link != entry)
        link = &(*link)->next;
    *link = entry->next;
    *value = entry->value;
    leave_age(table, entry);
    free(entry);
    return OK;
}

// The oldest keys, as many as there is room for, and a zero behind them.
static uint32_t table_keys(const struct table *table, uint32_t keys[LISTED]) {
    uint32_t count = 0;
    for (const struct entry *entry = table->oldest; entry != NULL && count < LISTED; entry = entry->younger)
        keys[count++] = entry->key;
    keys[count] = 0;
    return count;
}

static enum answer judge(const struct entry *entry, uint8_t flags) {
    if ((flags & 1) != 0 && entry->value < 0)
        return DELETE;
    if ((flags & 2) != 0 && entry->key % 2 == 1)
        return DELETE;
    return (flags & 4) != 0 && entry->value == 0 ? STOP : GO_ON;
}

static void table_visit(struct table *table, uint8_t flags) {
    int32_t value;
    for (struct entry *entry = table->oldest; entry != NULL; entry = entry->younger) {
        switch (judge(entry, flags)) {
        case STOP:
            return;
        case DELETE:
            table_remove(table, entry->key, &value);
            break;
        default:
            break;
        }
    }
}

static enum status table_advance(struct table *table, int32_t *value) {
    if (table->cursor == NULL)
        return NOT_FOUND;
    table->cursor = table->cursor->younger;
    if (table->cursor == NULL)
        return NOT_FOUND;
    *value = table->cursor->value;
    return OK;
}

static enum status table_rewind(struct table *table, int32_t *value) {
    if (table->cursor == NULL)
        return NOT_FOUND;
    table->cursor = table->cursor->older;
    if (table->cursor == NULL)
        return NOT_FOUND;
    *value = table->cursor->value;
    return OK;
}

static struct table *table_copy(const struct table *table) {
    struct table *copy = table_create(table->entry_count);
    if (copy == NULL)
        return NULL;
    for (const struct entry *entry = table->oldest; entry != NULL; entry = entry->younger) {
        if (table_append(copy, entry->key, entry->value) != OK) {
            table_destroy(copy);
            return NULL;
        }
    }
    return copy;
}

// How full the chains are, in hundredths.
static uint32_t table_load(const struct table *table) {
    return table->entry_count * 100 / table->chain_count;
}

// --- commands -----------------------------------------------------------------------------------------------------

static struct table *table;

static enum status run_copy(void) {
    struct table *copy = table_copy(table);
    if (copy == NULL)
        return NO_MEMORY;
    secateur_assert(copy->entry_count == table->entry_count);
    table_destroy(table);
    table = copy;
    return OK;
}

static enum status run(const struct command *command) {
    enum operation operation = command->operation % OPERATIONS;
    uint32_t keys[LISTED];
    int32_t value = 0;
    if (operation == CREATE) {
        table_destroy(table);
        table = table_create(command->size < 0 ? 0 : (uint32_t)command->size);
        return table == NULL ? NO_MEMORY : OK;
    }
    if (table == NULL)
        return NO_TABLE;
    switch (operation) {
    case INSERT:
        return table_insert(table, command->key, command->value);
    case APPEND:
        return table_append(table, command->key, command->value);
    case LOOK_UP:
        return table_look_up(table, command->key, &value);
    case REMOVE:
        return table_remove(table, command->key, &value);
    case UPDATE:
        return table_update(table, command->key, command->value);
    case TAKE_OLDEST:
        return table_take_oldest(table, &value);
    case KEYS:
        return table_keys(table, keys) > 0 ? OK : NOT_FOUND;
    case VISIT:
        table_visit(table, command->flags);
        return OK;
    case COPY:
        return run_copy();
    case REHASH:
        return table_load(table) > 50 ? table_rehash(table) : OK;
    case CURSOR:
        table->cursor = table_find(table, command->key);
        return table->cursor == NULL ? NOT_FOUND : OK;
    case ADVANCE:
        return table_advance(table, &value);
    case REWIND:
        return table_rewind(table, &value);
    case CLEAR:
        table_clear(table);
        return OK;
    default:
        return NOT_FOUND;
    }
}

int main(void) {
    struct command commands[COMMANDS];
    secateur_symbolic(commands, sizeof commands, "commands");
    table = table_create(0);
    for (int i = 0; i < COMMANDS; i++)
        run(&commands[i]);
    table_destroy(table);
    return 0;
}
