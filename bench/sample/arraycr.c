// Arrays whose reset takes constant time, however large they are: beside the values stands which indices were set since the
// last reset, in the order in which that happened, and for each index its place in that order. An index is set if its place
// is one that is in use, and if it stands there. A reset only says that no place is in use.
//
// The input is a sequence of commands for two arrays. One mistake is in here, which shows at four places: see BUGS.md.
#include <secateur.h>
#include <stdlib.h>
#include <string.h>

enum { ARRAYS = 2, COMMANDS = 5, MOST = 64 };

enum operation { CREATE, SET, GET, UNSET, RESET, GROW, CLONE, PUSH, FILL, MERGE, SUM, DESTROY, OPERATIONS };

struct command {
    uint8_t operation;
    uint8_t array;
    int16_t from; // an index, or a capacity
    int16_t to;
    int16_t value;
};

enum status { OK, NO_ARRAY, NO_MEMORY, OUT_OF_RANGE, NOT_SET, FULL };

struct array {
    uint32_t capacity;
    uint32_t used;   // places of `order` that are in use
    int32_t *values; // of an index
    uint32_t *place; // of an index in `order`
    uint32_t *order; // the indices that are set
};

// --- beginning and end --------------------------------------------------------------------------------------------

static void array_destroy(struct array *array) {
    if (array == NULL)
        return;
    free(array->values);
    free(array->place);
    free(array->order);
    free(array);
}

static enum status array_reserve(struct array *array, uint32_t capacity) {
    array->values = calloc(capacity, sizeof *array->values);
    array->place = calloc(capacity, sizeof *array->place);
    array->order = calloc(capacity, sizeof *array->order);
    if (array->values == NULL || array->place == NULL || array->order == NULL)
        return NO_MEMORY;
    array->capacity = capacity;
    return OK;
}

static enum status array_create(struct array **result, int32_t capacity) {
    if (capacity <= 0 || capacity > MOST)
        return OUT_OF_RANGE;
    struct array *array = calloc(1, sizeof *array);
    if (array == NULL)
        return NO_MEMORY;
    if (array_reserve(array, (uint32_t)capacity) != OK) {
        array_destroy(array);
        return NO_MEMORY;
    }
    *result = array;
    return OK;
}

static void array_reset(struct array *array) {
    array->used = 0;
}

// --- one element --------------------------------------------------------------------------------------------------

static int is_index(const struct array *array, int32_t index) {
    return index >= 0 && (uint32_t)index < array->capacity;
}

static int is_set(const struct array *array, uint32_t index) {
    if (array->used == 0)
        return 0;
    uint32_t place = array->place[index];
    return place < array->used && array->order[place] == index;
}

static enum status array_set(struct array *array, int32_t index, int32_t value) {
    if (!is_index(array, index))
        return OUT_OF_RANGE;
    if (!is_set(array, (uint32_t)index)) {
        array->place[index] = array->used;
        array->order[array->used] = (uint32_t)index;
        array->used++;
    }
    array->values[index] = value;
    return OK;
}

static enum status array_get(const struct array *array, int32_t index, int32_t *value) {
    if (!is_index(array, index))
        return OUT_OF_RANGE;
    if (!is_set(array, (uint32_t)index))
        return NOT_SET;
    *value = array->values[index];
    return OK;
}

// The last index of the order takes the place of the one that goes.
static enum status array_unset(struct array *array, int32_t index) {
    if (!is_index(array, index))
        return OUT_OF_RANGE;
    if (!is_set(array, (uint32_t)index))
        return NOT_SET;
    uint32_t place = array->place[index];
    uint32_t last = array->order[array->used - 1];
    array->order[place] = last;
    array->place[last] = place;
    array->used--;
    return OK;
}

// --- many elements ------------------------------------------------------------------------------------------------

// Sets the first index that is not set.
static enum status array_push(struct array *array, int32_t value) {
    if (array->used == array->capacity)
        return FULL;
    uint32_t index = 0;
    while (is_set(array, index))
        index++;
    array->values[index] = value;
    array->order[array->used] = index;
    array->place[index] = array->used++;
    return OK;
}

// Sets all from the first to the last, which is one of them.
static enum status array_fill(struct array *array, int32_t first, int32_t last, int32_t value) {
    if (!is_index(array, first) || !is_index(array, last) || first > last)
        return OUT_OF_RANGE;
    for (uint32_t index = (uint32_t)first; index <= (uint32_t)last; index++) {
        if (!is_set(array, index)) {
            uint32_t place = array->used++;
            array->place[index] = place;
            array->order[place] = index;
        }
        array->values[index] = value;
    }
    return OK;
}

// What is set in the other array is set in this one, too; where both have an element, they are added.
static enum status array_merge(struct array *array, const struct array *other) {
    for (uint32_t i = 0; i < other->used; i++)
        if (!is_index(array, (int32_t)other->order[i]))
            return OUT_OF_RANGE;
    for (uint32_t i = 0; i < other->used; i++) {
        uint32_t index = other->order[i];
        if (is_set(array, index)) {
            array->values[index] += other->values[index];
            continue;
        }
        array->order[array->used] = index;
        array->place[index] = array->used;
        array->values[index] = other->values[index];
        array->used++;
    }
    return OK;
}

static int32_t array_sum(const struct array *array) {
    int32_t sum = 0;
    for (uint32_t i = 0; i < array->used; i++)
        sum += array->values[array->order[i]];
    return sum;
}

// --- whole arrays -------------------------------------------------------------------------------------------------

static enum status array_grow(struct array *array, int32_t capacity) {
    if (capacity <= 0 || capacity > MOST || (uint32_t)capacity < array->capacity)
        return OUT_OF_RANGE;
    struct array larger = {0};
    if (array_reserve(&larger, (uint32_t)capacity) != OK) {
        free(larger.values);
        free(larger.place);
        free(larger.order);
        return NO_MEMORY;
    }
    for (uint32_t i = 0; i < array->used; i++) {
        uint32_t index = array->order[i];
        larger.order[i] = index;
        larger.place[index] = i;
        larger.values[index] = array->values[index];
    }
    larger.used = array->used;
    free(array->values);
    free(array->place);
    free(array->order);
    *array = larger;
    return OK;
}

// Of an array without elements there is no order to be copied.
static enum status array_clone(struct array **result, const struct array *array) {
    struct array *copy = calloc(1, sizeof *copy);
    if (copy == NULL)
        return NO_MEMORY;
    copy->capacity = array->capacity;
    copy->used = array->used;
    copy->values = calloc(array->capacity, sizeof *copy->values);
    if (array->used > 0) {
        copy->place = calloc(array->capacity, sizeof *copy->place);
        copy->order = calloc(array->capacity, sizeof *copy->order);
        memcpy(copy->place, array->place, array->capacity * sizeof *copy->place);
        memcpy(copy->order, array->order, array->capacity * sizeof *copy->order);
        memcpy(copy->values, array->values, array->capacity * sizeof *copy->values);
    }
    *result = copy;
    return OK;
}

// --- commands -----------------------------------------------------------------------------------------------------

static struct array *arrays[ARRAYS];

static enum status run(const struct command *command) {
    uint32_t number = command->array % ARRAYS;
    struct array *array = arrays[number], *other = arrays[1 - number];
    enum operation operation = command->operation % OPERATIONS;
    int32_t value = 0;
    if (operation == CREATE)
        return array != NULL ? FULL : array_create(&arrays[number], command->from);
    if (array == NULL)
        return NO_ARRAY;
    switch (operation) {
    case SET:
        return array_set(array, command->from, command->value);
    case GET:
        return array_get(array, command->from, &value);
    case UNSET:
        return array_unset(array, command->from);
    case RESET:
        array_reset(array);
        return OK;
    case GROW:
        return array_grow(array, command->from);
    case CLONE:
        if (other != NULL)
            return FULL;
        return array_clone(&arrays[1 - number], array);
    case PUSH:
        return array_push(array, command->value);
    case FILL:
        return array_fill(array, command->from, command->to, command->value);
    case MERGE:
        return other == NULL ? NO_ARRAY : array_merge(array, other);
    case SUM:
        return array_sum(array) == command->value ? OK : NOT_SET;
    case DESTROY:
        array_destroy(array);
        arrays[number] = NULL;
        return OK;
    default:
        return OUT_OF_RANGE;
    }
}

int main(void) {
    struct command commands[COMMANDS];
    secateur_symbolic(commands, sizeof commands, "commands");
    int failed = 0;
    for (int i = 0; i < COMMANDS; i++)
        failed += run(&commands[i]) != OK;
    for (int i = 0; i < ARRAYS; i++)
        array_destroy(arrays[i]);
    return failed == COMMANDS;
}
