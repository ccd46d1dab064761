// Integers of any size: a sign, and limbs of 16 bits, the lowest first, without zeros at the high end; zero has no limbs.
//
// The input is a sequence of commands for a few registers, as of a desk calculator. Two bugs are in here: see BUGS.md.
#include <secateur.h>
#include <stdlib.h>
#include <string.h>

enum { REGISTERS = 3, COMMANDS = 5, MOST_LIMBS = 8, DIGITS_OF_LIMB = 5 };

enum operation { LOAD = 1, ADD, SUBTRACT, MULTIPLY, DIVIDE, SHIFT, POWER, NEGATE, COMPARE, PRINT };

struct command {
    uint8_t operation;
    uint8_t target;
    uint8_t left;
    uint8_t right;
    int32_t number;
};

struct big {
    int is_negative;
    uint32_t length;
    uint16_t *limbs;
};

enum status { OK, NO_MEMORY, TOO_LARGE, BY_ZERO, NO_NUMBER };

// --- beginning and end --------------------------------------------------------------------------------------------

static enum status big_make(struct big *big, uint32_t length) {
    big->is_negative = 0;
    big->length = 0;
    big->limbs = NULL;
    if (length > MOST_LIMBS)
        return TOO_LARGE;
    big->limbs = calloc(length + 1, sizeof *big->limbs);
    if (big->limbs == NULL)
        return NO_MEMORY;
    big->length = length;
    return OK;
}

static void big_free(struct big *big) {
    free(big->limbs);
}

// The target becomes what the source is, and the source is not to be used any more.
static void big_move(struct big *target, struct big *source) {
    big_free(target);
    *target = *source;
}

static void trim(struct big *big) {
    while (big->length > 0 && big->limbs[big->length - 1] == 0)
        big->length--;
    if (big->length == 0)
        big->is_negative = 0;
}

static enum status big_of_int(struct big *result, int32_t number) {
    uint32_t magnitude = number < 0 ? 0u - (uint32_t)number : (uint32_t)number;
    enum status status = big_make(result, 2);
    if (status != OK)
        return status;
    result->limbs[0] = (uint16_t)magnitude;
    result->limbs[1] = (uint16_t)(magnitude >> 16);
    result->is_negative = number < 0;
    trim(result);
    return OK;
}

static enum status big_copy(struct big *result, const struct big *big) {
    enum status status = big_make(result, big->length);
    if (status != OK)
        return status;
    memcpy(result->limbs, big->limbs, big->length * sizeof *big->limbs);
    result->is_negative = big->is_negative;
    return OK;
}

// --- magnitudes ---------------------------------------------------------------------------------------------------

static int compare_magnitudes(const struct big *left, const struct big *right) {
    if (left->length != right->length)
        return left->length < right->length ? -1 : 1;
    for (uint32_t i = left->length; i > 0; i--)
        if (left->limbs[i - 1] != right->limbs[i - 1])
            return left->limbs[i - 1] < right->limbs[i - 1] ? -1 : 1;
    return 0;
}

static enum status add_magnitudes(struct big *result, const struct big *left, const struct big *right) {
    uint32_t length = left->length > right->length ? left->length : right->length;
    enum status status = big_make(result, length + 1);
    if (status != OK)
        return status;
    uint32_t carry = 0;
    for (uint32_t i = 0; i <= length; i++) {
        uint32_t sum = carry;
        if (i < left->length)
            sum += left->limbs[i];
        if (i < right->length)
            sum += right->limbs[i];
        result->limbs[i] = (uint16_t)sum;
        carry = sum >> 16;
    }
    trim(result);
    return OK;
}

// The left one is not the smaller one.
static enum status subtract_magnitudes(struct big *result, const struct big *left, const struct big *right) {
    enum status status = big_make(result, left->length);
    if (status != OK)
        return status;
    uint32_t borrow = 0;
    for (uint32_t i = 0; i < left->length; i++) {
        uint32_t less = borrow + (i < right->length ? right->limbs[i] : 0u);
        borrow = left->limbs[i] < less;
        result->limbs[i] = (uint16_t)(left->limbs[i] - less);
    }
    trim(result);
    return OK;
}

// --- arithmetic ---------------------------------------------------------------------------------------------------

static enum status big_add(struct big *result, const struct big *left, const struct big *right, int negate_right) {
    int right_is_negative = right->is_negative != negate_right;
    enum status status;
    if (left->is_negative == right_is_negative) {
        status = add_magnitudes(result, left, right);
        if (status == OK)
            result->is_negative = result->length > 0 && left->is_negative;
        return status;
    }
    if (compare_magnitudes(left, right) >= 0) {
        status = subtract_magnitudes(result, left, right);
        if (status == OK)
            result->is_negative = result->length > 0 && left->is_negative;
    } else {
        status = subtract_magnitudes(result, right, left);
        if (status == OK)
            result->is_negative = result->length > 0 && right_is_negative;
    }
    return status;
}

static enum status big_multiply(struct big *result, const struct big *left, const struct big *right) {
    enum status status = big_make(result, left->length + right->length);
    if (status != OK)
        return status;
    for (uint32_t i = 0; i < left->length; i++) {
        uint32_t carry = 0;
        for (uint32_t k = 0; k < right->length; k++) {
            uint32_t sum = (uint32_t)left->limbs[i] * right->limbs[k] + result->limbs[i + k] + carry;
            result->limbs[i + k] = (uint16_t)sum;
            carry = sum >> 16;
        }
        result->limbs[i + right->length] = (uint16_t)carry;
    }
    result->is_negative = left->is_negative != right->is_negative;
    trim(result);
    return OK;
}

static enum status big_shift(struct big *result, const struct big *big, int32_t bits) {
    if (bits < 0 || bits >= 16 * MOST_LIMBS)
        return TOO_LARGE;
    uint32_t limbs = (uint32_t)bits / 16, rest = (uint32_t)bits % 16;
    enum status status = big_make(result, big->length + limbs + 1);
    if (status != OK)
        return status;
    for (uint32_t i = 0; i < big->length; i++) {
        uint32_t moved = (uint32_t)big->limbs[i] << rest;
        result->limbs[i + limbs] |= (uint16_t)moved;
        result->limbs[i + limbs + 1] = (uint16_t)(moved >> 16);
    }
    result->is_negative = big->is_negative;
    trim(result);
    return OK;
}

// By a single limb; the magnitude of what is left comes back apart.
static enum status big_divide(struct big *result, const struct big *big, uint16_t divisor, uint16_t *rest) {
    if (divisor == 0)
        return BY_ZERO;
    enum status status = big_make(result, big->length);
    if (status != OK)
        return status;
    uint32_t left = 0;
    for (uint32_t i = big->length; i > 0; i--) {
        left = left << 16 | big->limbs[i - 1];
        result->limbs[i - 1] = (uint16_t)(left / divisor);
        left %= divisor;
    }
    *rest = (uint16_t)left;
    result->is_negative = big->is_negative;
    trim(result);
    return OK;
}

// The power of a number modulo a single limb, by squaring. Modulo one, everything is zero.
static enum status big_power(struct big *result, const struct big *base, uint32_t exponent, uint16_t modulus) {
    struct big square, product = {0, 0, NULL};
    uint16_t rest = 0;
    enum status status = big_of_int(&square, 0);
    if (status != OK)
        return status;
    if (modulus == 0) {
        status = BY_ZERO;
        goto end;
    }
    if (modulus == 1) {
        big_free(&square);
        status = big_of_int(result, 0);
        goto end;
    }
    status = big_divide(&product, base, modulus, &rest);
    big_free(&product);
    if (status != OK)
        goto end;
    uint32_t power = 1, factor = rest;
    for (; exponent > 0; exponent >>= 1) {
        if ((exponent & 1) != 0)
            power = (uint32_t)((uint64_t)power * factor % modulus);
        factor = (uint32_t)((uint64_t)factor * factor % modulus);
    }
    status = big_of_int(result, (int32_t)power);
end:
    big_free(&square);
    return status;
}

// --- text ---------------------------------------------------------------------------------------------------------

static uint32_t size_of_text(const struct big *big) {
    return big->length * DIGITS_OF_LIMB + 1;
}

static enum status big_print(const struct big *big, char **text) {
    struct big rest, quotient;
    uint32_t at = 0;
    uint16_t digit = 0;
    enum status status = big_copy(&rest, big);
    if (status != OK)
        return status;
    char *digits = malloc(size_of_text(big) + (big->length == 0));
    if (digits == NULL) {
        big_free(&rest);
        return NO_MEMORY;
    }
    do {
        status = big_divide(&quotient, &rest, 10, &digit);
        if (status != OK)
            break;
        digits[at++] = (char)('0' + digit);
        big_move(&rest, &quotient);
    } while (rest.length > 0);
    if (big->is_negative)
        digits[at++] = '-';
    for (uint32_t i = 0; i < at / 2; i++) {
        char other = digits[i];
        digits[i] = digits[at - 1 - i];
        digits[at - 1 - i] = other;
    }
    digits[at] = 0;
    big_free(&rest);
    *text = digits;
    return status;
}

static enum status big_read(struct big *result, const char *text) {
    struct big ten, digit, product, sum;
    int is_negative = *text == '-';
    if (is_negative)
        text++;
    if (*text == 0)
        return NO_NUMBER;
    enum status status = big_of_int(&ten, 10);
    if (status != OK)
        return status;
    status = big_of_int(result, 0);
    for (; status == OK && *text != 0; text++) {
        if (*text < '0' || *text > '9') {
            status = NO_NUMBER;
            break;
        }
        status = big_multiply(&product, result, &ten);
        if (status != OK)
            break;
        status = big_of_int(&digit, *text - '0');
        if (status == OK) {
            status = big_add(&sum, &product, &digit, 0);
            if (status == OK)
                big_move(result, &sum);
            big_free(&digit);
        }
        big_free(&product);
    }
    big_free(&ten);
    if (status != OK) {
        big_free(result);
        return status;
    }
    result->is_negative = is_negative && result->length > 0;
    return OK;
}

// --- commands -----------------------------------------------------------------------------------------------------

static struct big registers[REGISTERS];

static enum status print_and_read(const struct big *big) {
    char *text = NULL;
    struct big again;
    enum status status = big_print(big, &text);
    if (status != OK)
        return status;
    status = big_read(&again, text);
    if (status == OK) {
        secateur_assert(compare_magnitudes(&again, big) == 0);
        big_free(&again);
    }
    free(text);
    return status;
}

static enum status run(const struct command *command) {
    if (command->target >= REGISTERS || command->left >= REGISTERS || command->right >= REGISTERS)
        return NO_NUMBER;
    struct big *target = &registers[command->target];
    const struct big *left = &registers[command->left], *right = &registers[command->right];
    struct big result = {0, 0, NULL};
    uint16_t rest = 0;
    enum status status;
    switch ((enum operation)command->operation) {
    case LOAD:
        status = big_of_int(&result, command->number);
        break;
    case ADD:
        status = big_add(&result, left, right, 0);
        break;
    case SUBTRACT:
        status = big_add(&result, left, right, 1);
        break;
    case MULTIPLY:
        status = big_multiply(&result, left, right);
        break;
    case DIVIDE:
        if (right->length != 1)
            return TOO_LARGE;
        status = big_divide(&result, left, right->limbs[0], &rest);
        break;
    case SHIFT:
        status = big_shift(&result, left, command->number);
        break;
    case POWER:
        if (right->length != 1)
            return TOO_LARGE;
        status = big_power(&result, left, (uint32_t)command->number & 0xff, right->limbs[0]);
        break;
    case NEGATE:
        status = big_copy(&result, left);
        if (status == OK && result.length > 0)
            result.is_negative = !result.is_negative;
        break;
    case COMPARE:
        return compare_magnitudes(left, right) == 0 ? OK : NO_NUMBER;
    case PRINT:
        return print_and_read(left);
    default:
        return NO_NUMBER;
    }
    if (status == OK)
        big_move(target, &result);
    return status;
}

int main(void) {
    struct command commands[COMMANDS];
    secateur_symbolic(commands, sizeof commands, "commands");
    for (int i = 0; i < REGISTERS; i++)
        if (big_of_int(&registers[i], 0) != OK)
            return 1;
    for (int i = 0; i < COMMANDS; i++)
        run(&commands[i]);
    for (int i = 0; i < REGISTERS; i++)
        big_free(&registers[i]);
    return 0;
}
