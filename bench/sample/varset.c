// Sets of variables as bit vectors. A universe is a range of variables, each of which has a number; a set has a bit for
// each variable of its universe. Bits of the last word behind the last variable are always zero, so that whole words can be
// compared and counted.
//
// The input is the ranges of two universes and a sequence of commands for three sets. Five mistakes are in here, one of
// which shows nearly everywhere: see BUGS.md.
#include <secateur.h>
#include <stdlib.h>
#include <string.h>

enum { UNIVERSES = 2, SETS = 3, COMMANDS = 5, BITS = 32, LARGEST = 128, CODED = 16 };

enum operation {
    CREATE, // target, universe
    DESTROY,
    ADD,
    REMOVE,
    CONTAINS,
    ADD_RANGE,
    FILL,
    CLEAR,
    UNITE,
    INTERSECT,
    SUBTRACT,
    COMPLEMENT,
    EQUAL,
    SUBSET,
    COUNT,
    SMALLEST,
    LARGEST_OF,
    NEXT,
    SHIFT,
    HASH,
    ENCODE,
    DECODE,
    OPERATIONS
};

struct range {
    int32_t first; // a variable
    int32_t last;
};

struct command {
    uint8_t operation;
    uint8_t target;
    uint8_t source;
    uint8_t universe;
    int32_t variable;
    int32_t other;
};

struct input {
    struct range ranges[UNIVERSES];
    struct command commands[COMMANDS];
};

struct universe {
    int32_t first;
    int32_t size; // variables
};

struct set {
    const struct universe *universe;
    uint32_t *words;
};

enum status { OK, NO_SET, NO_MEMORY, NO_VARIABLE, NOT_FOUND, DIFFERENT };

// --- universes ----------------------------------------------------------------------------------------------------

// A range whose last variable is the one before its first has no variables.
static enum status universe_init(struct universe *universe, const struct range *range) {
    int64_t size = (int64_t)range->last - range->first + 1;
    if (size < 0 || size > LARGEST)
        return NO_VARIABLE;
    universe->first = range->first;
    universe->size = (int32_t)size;
    return OK;
}

static int32_t words_of(const struct universe *universe) {
    return (universe->size + BITS - 1) / BITS;
}

static int32_t last_word(const struct universe *universe) {
    return (universe->size - 1) / BITS;
}

// The bits of the last word that stand for variables.
static uint32_t last_mask(const struct universe *universe) {
    uint32_t rest = (uint32_t)universe->size % BITS;
    return rest == 0 ? UINT32_MAX : (UINT32_C(1) << rest) - 1;
}

// Which bit of a set a variable is; -1 if it is none.
static int32_t bit_of(const struct universe *universe, int32_t variable) {
    int64_t bit = (int64_t)variable - universe->first;
    return bit >= 0 && bit < universe->size ? (int32_t)bit : -1;
}

// --- beginning and end --------------------------------------------------------------------------------------------

static enum status set_create(struct set **result, const struct universe *universe) {
    struct set *set = malloc(sizeof *set);
    if (set == NULL)
        return NO_MEMORY;
    set->universe = universe;
    set->words = malloc((size_t)words_of(universe) * sizeof *set->words);
    if (set->words == NULL && words_of(universe) > 0) {
        free(set);
        return NO_MEMORY;
    }
    for (int32_t i = 0; i < words_of(universe); i++)
        set->words[i] = 0;
    *result = set;
    return OK;
}

static void set_destroy(struct set *set) {
    if (set == NULL)
        return;
    free(set->words);
    free(set);
}

// --- one variable -------------------------------------------------------------------------------------------------

static enum status set_add(struct set *set, int32_t variable) {
    int32_t bit = bit_of(set->universe, variable);
    if (bit < 0)
        return NO_VARIABLE;
    set->words[bit / BITS] |= UINT32_C(1) << bit % BITS;
    return OK;
}

static enum status set_remove(struct set *set, int32_t variable) {
    int32_t bit = bit_of(set->universe, variable);
    if (bit < 0)
        return NO_VARIABLE;
    set->words[bit / BITS] &= ~(UINT32_C(1) << bit % BITS);
    return OK;
}

static int set_contains(const struct set *set, int32_t variable) {
    int32_t bit = bit_of(set->universe, variable);
    return bit >= 0 && (set->words[bit / BITS] >> bit % BITS & 1) != 0;
}

// Adds the variables from the first to the last: single bits up to a whole word, whole words, and the bits that are left.
static enum status set_add_range(struct set *set, int32_t first, int32_t last) {
    int64_t from = (int64_t)first - set->universe->first, to = (int64_t)last - set->universe->first + 1;
    if (from < 0 || to < from || to > set->universe->size)
        return NO_VARIABLE;
    while (from < to && from % BITS != 0) {
        set->words[from / BITS] |= UINT32_C(1) << from % BITS;
        from++;
    }
    while (to - from >= BITS) {
        set->words[from / BITS] = UINT32_MAX;
        from += BITS;
    }
    uint32_t rest = (UINT32_C(1) << (to - from)) - 1;
    set->words[from / BITS] |= rest;
    return OK;
}

// --- whole sets ---------------------------------------------------------------------------------------------------

static void set_fill(struct set *set) {
    int32_t last = last_word(set->universe);
    for (int32_t i = 0; i < last; i++)
        set->words[i] = UINT32_MAX;
    set->words[last] = last_mask(set->universe);
}

static void set_clear(struct set *set) {
    int32_t i = 0;
    do
        set->words[i] = 0;
    while (++i < words_of(set->universe));
}

static void set_unite(struct set *set, const struct set *other) {
    for (int32_t i = 0; i < words_of(set->universe); i++)
        set->words[i] |= other->words[i];
}

static void set_intersect(struct set *set, const struct set *other) {
    int32_t i = last_word(set->universe);
    while (i >= 0) {
        set->words[i] &= other->words[i];
        i--;
    }
}

static void set_subtract(struct set *set, const struct set *other) {
    int32_t i = last_word(set->universe);
    while (i >= 0) {
        set->words[i] &= ~other->words[i];
        i--;
    }
}

static void set_complement(struct set *set) {
    for (int32_t i = 0; i < words_of(set->universe); i++)
        set->words[i] = ~set->words[i];
    set->words[last_word(set->universe)] &= last_mask(set->universe);
}

static int set_is_equal(const struct set *set, const struct set *other) {
    int32_t last = last_word(set->universe);
    for (int32_t i = 0; i < last; i++)
        if (set->words[i] != other->words[i])
            return 0;
    return set->words[last] == other->words[last];
}

static int set_is_subset(const struct set *set, const struct set *other) {
    int32_t i = last_word(set->universe);
    uint32_t outside = set->words[i] & ~other->words[i];
    while (outside == 0 && i > 0) {
        i--;
        outside = set->words[i] & ~other->words[i];
    }
    return outside == 0;
}

static int32_t count_bits(uint32_t word) {
    int32_t count = 0;
    for (; word != 0; word &= word - 1)
        count++;
    return count;
}

static int32_t set_count(const struct set *set) {
    const uint32_t *word = set->words, *last = set->words + last_word(set->universe);
    int32_t count = 0;
    for (; word <= last; word++)
        count += count_bits(*word);
    return count;
}

// --- looking for variables ----------------------------------------------------------------------------------------

static int32_t lowest_bit(uint32_t word) {
    int32_t bit = 0;
    while ((word & 1) == 0) {
        word >>= 1;
        bit++;
    }
    return bit;
}

static enum status set_smallest(const struct set *set, int32_t *variable) {
    int32_t i = 0, last = last_word(set->universe);
    while (i < last && set->words[i] == 0)
        i++;
    if (set->words[i] == 0)
        return NOT_FOUND;
    *variable = set->universe->first + i * BITS + lowest_bit(set->words[i]);
    return OK;
}

static enum status set_largest(const struct set *set, int32_t *variable) {
    int32_t i = last_word(set->universe);
    uint32_t word = set->words[i];
    while (word == 0 && i > 0)
        word = set->words[--i];
    if (word == 0)
        return NOT_FOUND;
    int32_t bit = BITS - 1;
    while ((word >> bit & 1) == 0)
        bit--;
    *variable = set->universe->first + i * BITS + bit;
    return OK;
}

// The smallest variable behind another one, which need not be in the set.
static enum status set_next(const struct set *set, int32_t variable, int32_t *next) {
    int32_t bit = bit_of(set->universe, variable);
    if (bit < 0)
        return NO_VARIABLE;
    bit++;
    uint32_t word = set->words[bit / BITS] >> bit % BITS;
    if (word != 0) {
        *next = set->universe->first + bit + lowest_bit(word);
        return OK;
    }
    for (int32_t i = bit / BITS + 1; i < words_of(set->universe); i++) {
        if (set->words[i] != 0) {
            *next = set->universe->first + i * BITS + lowest_bit(set->words[i]);
            return OK;
        }
    }
    return NOT_FOUND;
}

// --- other forms --------------------------------------------------------------------------------------------------

// Every variable becomes the one behind it; the last one is lost.
static void set_shift(struct set *set) {
    uint32_t carry = 0;
    for (int32_t i = 0; i < words_of(set->universe); i++) {
        uint32_t word = set->words[i];
        set->words[i] = word << 1 | carry;
        carry = word >> (BITS - 1);
    }
    uint32_t *last = &set->words[last_word(set->universe)];
    *last &= last_mask(set->universe);
}

static uint32_t set_hash(const struct set *set) {
    uint32_t hash = set->words[0];
    for (int32_t i = 1; i < words_of(set->universe); i++)
        hash = (hash << 5 | hash >> 27) ^ set->words[i];
    return hash;
}

// As bytes, without zeros at the end.
static int32_t set_encode(const struct set *set, uint8_t bytes[CODED]) {
    int32_t length = 0, i = 0;
    do {
        uint32_t word = set->words[i];
        for (int32_t k = 0; k < 4; k++) {
            bytes[4 * i + k] = (uint8_t)(word >> 8 * k);
            if (bytes[4 * i + k] != 0)
                length = 4 * i + k + 1;
        }
        i++;
    } while (i < words_of(set->universe));
    return length;
}

static void set_decode(struct set *set, const uint8_t *bytes, int32_t length) {
    for (int32_t i = 0; i < words_of(set->universe); i++)
        set->words[i] = 0;
    for (int32_t i = 0; i < length; i++)
        set->words[i / 4] |= (uint32_t)bytes[i] << 8 * (i % 4);
    set->words[last_word(set->universe)] &= last_mask(set->universe);
}

// --- commands -----------------------------------------------------------------------------------------------------

static struct universe universes[UNIVERSES];
static struct set *sets[SETS];
static uint8_t coded[CODED];
static int32_t coded_length;

static enum status run_pair(enum operation operation, struct set *set, const struct set *other) {
    switch (operation) {
    case UNITE: // sets of different universes have no union
        if (set->universe->first != other->universe->first)
            return DIFFERENT;
        set_unite(set, other);
        return OK;
    case INTERSECT:
        if (set->universe != other->universe)
            return DIFFERENT;
        set_intersect(set, other);
        return OK;
    case SUBTRACT:
        if (set->universe != other->universe)
            return DIFFERENT;
        set_subtract(set, other);
        return OK;
    case EQUAL:
        return set->universe == other->universe && set_is_equal(set, other) ? OK : DIFFERENT;
    default:
        return set->universe == other->universe && set_is_subset(set, other) ? OK : DIFFERENT;
    }
}

static enum status run_single(struct set *set, const struct command *command) {
    int32_t variable = 0;
    switch ((enum operation)command->operation) {
    case ADD:
        return set_add(set, command->variable);
    case REMOVE:
        return set_remove(set, command->variable);
    case CONTAINS:
        return set_contains(set, command->variable) ? OK : NOT_FOUND;
    case ADD_RANGE:
        return set_add_range(set, command->variable, command->other);
    case FILL:
        set_fill(set);
        return OK;
    case CLEAR:
        set_clear(set);
        return OK;
    case COMPLEMENT:
        set_complement(set);
        return OK;
    case COUNT:
        return set_count(set) == command->variable ? OK : DIFFERENT;
    case SMALLEST:
        return set_smallest(set, &variable);
    case LARGEST_OF:
        return set_largest(set, &variable);
    case NEXT:
        return set_next(set, command->variable, &variable);
    case SHIFT:
        set_shift(set);
        return OK;
    case HASH:
        return set_hash(set) == (uint32_t)command->variable ? OK : DIFFERENT;
    case ENCODE:
        coded_length = set_encode(set, coded);
        return OK;
    case DECODE:
        set_decode(set, coded, coded_length);
        return OK;
    default:
        return NOT_FOUND;
    }
}

static enum status run(const struct command *command) {
    if (command->target >= SETS || command->source >= SETS || command->operation >= OPERATIONS)
        return NO_SET;
    struct set **target = &sets[command->target];
    if (command->operation == CREATE)
        return *target != NULL ? DIFFERENT : set_create(target, &universes[command->universe % UNIVERSES]);
    if (*target == NULL)
        return NO_SET;
    switch ((enum operation)command->operation) {
    case DESTROY:
        set_destroy(*target);
        *target = NULL;
        return OK;
    case UNITE:
    case INTERSECT:
    case SUBTRACT:
    case EQUAL:
    case SUBSET:
        if (sets[command->source] == NULL)
            return NO_SET;
        return run_pair((enum operation)command->operation, *target, sets[command->source]);
    default:
        return run_single(*target, command);
    }
}

int main(void) {
    struct input input;
    secateur_symbolic(&input, sizeof input, "input");
    for (int i = 0; i < UNIVERSES; i++)
        if (universe_init(&universes[i], &input.ranges[i]) != OK)
            return 1;
    for (int i = 0; i < COMMANDS; i++)
        run(&input.commands[i]);
    for (int i = 0; i < SETS; i++)
        set_destroy(sets[i]);
    return 0;
}
