// The announcements of a voice system. A template is text with places for what is known about the caller:
//
//   %n %d %t                name, number, time of the day
//   %8n %-8n %08d           in a field of this width, to the right, to the left, with zeros
//   %p                      a plural s, unless the last number was one
//   %(…%)                   left out where the caller has no name
//   %u %l                   the next letter is a capital, or is none
//   %% \x41                 a percent sign, and a character by its code
//
// The input is a template and a caller. One bug is in here: see BUGS.md.
#include <secateur.h>
#include <ctype.h>
#include <string.h>

enum { TEMPLATE_SIZE = 16, NAME_SIZE = 8, FIELD_SIZE = 12, TEXT_SIZE = 40 };

enum status { OK, TOO_LONG, NO_PLACE, NOT_CLOSED, NO_CODE };

enum letters { AS_THEY_ARE, CAPITAL, SMALL };

struct input {
    char template[TEMPLATE_SIZE];
    char name[NAME_SIZE];
    int32_t number;
    uint16_t minutes; // since midnight
};

struct caller {
    const char *name;
    int32_t number;
    uint16_t minutes;
};

struct text {
    char bytes[TEXT_SIZE];
    size_t length;
    enum letters next;
};

// How a place is to be filled.
struct format {
    size_t width;
    int is_left;
    int has_zeros;
};

// --- text ---------------------------------------------------------------------------------------------------------

static enum status put(struct text *text, char byte) {
    if (text->length + 1 >= TEXT_SIZE)
        return TOO_LONG;
    if (isalpha((unsigned char)byte)) {
        if (text->next == CAPITAL)
            byte = (char)toupper((unsigned char)byte);
        else if (text->next == SMALL)
            byte = (char)tolower((unsigned char)byte);
        text->next = AS_THEY_ARE;
    }
    text->bytes[text->length++] = byte;
    text->bytes[text->length] = 0;
    return OK;
}

static enum status put_all(struct text *text, const char *bytes) {
    enum status status = OK;
    while (*bytes != 0 && status == OK)
        status = put(text, *bytes++);
    return status;
}

// --- fields -------------------------------------------------------------------------------------------------------

static enum status put_field(struct text *text, const char *value, const struct format *format) {
    char field[FIELD_SIZE];
    size_t length = strlen(value), width = format->width;
    if (length >= width)
        return put_all(text, value);
    if (width > FIELD_SIZE)
        return TOO_LONG;
    if (format->is_left) {
        memcpy(field, value, length);
        memset(field + length, ' ', width - length);
        field[width] = 0;
        return put_all(text, field);
    }
    int has_sign = format->has_zeros && value[0] == '-';
    if (has_sign && put(text, '-') != OK)
        return TOO_LONG;
    for (size_t i = length; i < width; i++)
        if (put(text, format->has_zeros ? '0' : ' ') != OK)
            return TOO_LONG;
    return put_all(text, value + has_sign);
}

static void write_number(char *digits, int32_t number) {
    char reversed[12];
    uint32_t magnitude = number < 0 ? 0u - (uint32_t)number : (uint32_t)number;
    size_t count = 0;
    do {
        reversed[count++] = (char)('0' + magnitude % 10);
        magnitude /= 10;
    } while (magnitude > 0);
    if (number < 0)
        *digits++ = '-';
    while (count > 0)
        *digits++ = reversed[--count];
    *digits = 0;
}

// Such as 09:05.
static void write_time(char *digits, uint16_t minutes) {
    uint16_t hour = minutes / 60 % 24, minute = minutes % 60;
    digits[0] = (char)('0' + hour / 10);
    digits[1] = (char)('0' + hour % 10);
    digits[2] = ':';
    digits[3] = (char)('0' + minute / 10);
    digits[4] = (char)('0' + minute % 10);
    digits[5] = 0;
}

// --- templates ----------------------------------------------------------------------------------------------------

static const char *read_format(const char *at, struct format *format) {
    format->width = 0;
    format->is_left = format->has_zeros = 0;
    if (*at == '-') {
        format->is_left = 1;
        at++;
    } else if (*at == '0') {
        format->has_zeros = 1;
        at++;
    }
    while (isdigit((unsigned char)*at) && format->width < 100)
        format->width = format->width * 10 + (size_t)(*at++ - '0');
    return at;
}

static int value_of_digit(char digit) {
    if (isdigit((unsigned char)digit))
        return digit - '0';
    if (!isxdigit((unsigned char)digit))
        return -1;
    return tolower((unsigned char)digit) - 'a' + 10;
}

static enum status put_code(struct text *text, const char **at) {
    int high = value_of_digit((*at)[2]);
    int low = high < 0 ? -1 : value_of_digit((*at)[3]);
    if (low < 0 || (high == 0 && low == 0))
        return NO_CODE;
    *at += 4;
    return put(text, (char)(16 * high + low));
}

// Where a part ends that is left out.
static const char *behind_part(const char *at) {
    int depth = 1;
    while (depth > 0) {
        if (*at == 0)
            return NULL;
        if (at[0] == '%' && at[1] == '(')
            depth++;
        if (at[0] == '%' && at[1] == ')')
            depth--;
        at += at[0] == '%' && at[1] != 0 ? 2 : 1;
    }
    return at;
}

static enum status put_place(struct text *text, char place, const struct format *format, const struct caller *caller) {
    char digits[12];
    switch (place) {
    case 'n':
        return put_field(text, caller->name, format);
    case 'd':
        write_number(digits, caller->number);
        return put_field(text, digits, format);
    case 't':
        write_time(digits, caller->minutes);
        return put_field(text, digits, format);
    case 'p':
        return caller->number == 1 ? OK : put(text, 's');
    case 'u':
        text->next = CAPITAL;
        return OK;
    case 'l':
        text->next = SMALL;
        return OK;
    case '%':
        return put(text, '%');
    default:
        return NO_PLACE;
    }
}

static enum status announce(struct text *text, const char *at, const struct caller *caller) {
    struct format format;
    enum status status = OK;
    int parts = 0;
    while (*at != 0 && status == OK) {
        if (at[0] == '\\' && at[1] == 'x') {
            status = put_code(text, &at);
        } else if (*at != '%') {
            status = put(text, *at++);
        } else if (at[1] == '(') {
            parts++;
            at += 2;
            if (caller->name[0] == 0) {
                at = behind_part(at);
                if (at == NULL)
                    return NOT_CLOSED;
                parts--;
            }
        } else if (at[1] == ')') {
            if (parts-- == 0)
                return NOT_CLOSED;
            at += 2;
        } else {
            at = read_format(at + 1, &format);
            status = put_place(text, *at, &format, caller);
            if (status == OK)
                at++;
        }
    }
    return status == OK && parts > 0 ? NOT_CLOSED : status;
}

int main(void) {
    struct input input;
    struct text text = {.length = 0};
    secateur_symbolic(&input, sizeof input, "input");
    input.template[TEMPLATE_SIZE - 1] = 0;
    input.name[NAME_SIZE - 1] = 0;
    struct caller caller = {input.name, input.number, input.minutes};
    enum status status = announce(&text, input.template, &caller);
    secateur_assert(strlen(text.bytes) == text.length);
    return (int)status;
}
