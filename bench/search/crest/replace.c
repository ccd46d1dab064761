// Search and replace in a line of text. Every part of the line that fits the source pattern is replaced by what the
// target pattern says, and the result is printed.
//
// Source pattern:                             Target pattern:
//   c        the character c                    c    the character c
//   ?        any character                      &    what was matched
//   [a-z]    one of these, [^a-z] none of them  @&   the character &
//   %        the start of the line, if first    @u   what follows in upper case
//   $        the end of the line, if last       @l   what follows in lower case
//   < >      the start and the end of a word    @e   what follows as it is
//   x*       any number of x, x+ at least one   @n   a new line, @t a tabulator
//   ~        first: upper and lower case are the same
//   @c       the character c itself; @n a new line, @t a tabulator
#include <secateur.h>
#include <stdio.h>

// Symbolic characters.
#ifndef PATTERN_SIZE
#define PATTERN_SIZE 10
#endif
#ifndef LINE_SIZE
#define LINE_SIZE 20
#endif

enum { MOST_ITEMS = 8, MOST_RANGES = 4, MOST_PARTS = PATTERN_SIZE, OUTPUT_SIZE = 64 };

enum error {
    NO_ERROR,
    EMPTY_PATTERN,
    TOO_MANY_ITEMS,
    TOO_MANY_RANGES,
    NOTHING_TO_REPEAT,
    OPEN_CLASS,
    EMPTY_CLASS,
    BACKWARD_RANGE,
    TOO_LONG
};

static const char *const messages[] = {
    "no error",
    "the source pattern is empty",
    "the source pattern has too many parts",
    "a class has too many ranges",
    "nothing stands before * or +",
    "a class is not closed",
    "a class is empty",
    "a range ends before it starts",
    "the result is too long",
};

// --- text ---------------------------------------------------------------------------------------------------------

static int is_upper(char c) { return c >= 'A' && c <= 'Z'; }

static int is_lower(char c) { return c >= 'a' && c <= 'z'; }

static int is_digit(char c) { return c >= '0' && c <= '9'; }

static int is_word(char c) { return is_upper(c) || is_lower(c) || is_digit(c) || c == '_'; }

static char to_upper(char c) {
    if (is_lower(c))
        return (char)(c - 'a' + 'A');
    return c;
}

static char to_lower(char c) {
    if (is_upper(c))
        return (char)(c - 'A' + 'a');
    return c;
}

// The character that an escape stands for; `at` is moved behind it. At the end of the text, @ stands for itself.
static char read_escape(const char *text, int *at) {
    char c = text[*at + 1];
    if (c == '\0') {
        *at += 1;
        return '@';
    }
    *at += 2;
    switch (c) {
    case 'n':
        return '\n';
    case 't':
        return '\t';
    default:
        return c;
    }
}

static char read_character(const char *text, int *at) {
    if (text[*at] == '@')
        return read_escape(text, at);
    return text[(*at)++];
}

// --- the source pattern -------------------------------------------------------------------------------------------

enum item_kind { LITERAL, ANY, CLASS, LINE_START, LINE_END, WORD_START, WORD_END };
enum repeat { ONCE, ANY_NUMBER, AT_LEAST_ONCE };

struct range {
    char first, last;
};

struct item {
    enum item_kind kind;
    enum repeat repeat;
    char literal;
    int negated;
    int range_count;
    struct range ranges[MOST_RANGES];
};

struct pattern {
    struct item items[MOST_ITEMS];
    int count;
    int ignore_case;
};

static enum error add_range(struct item *item, char first, char last) {
    if (last < first)
        return BACKWARD_RANGE;
    if (item->range_count == MOST_RANGES)
        return TOO_MANY_RANGES;
    item->ranges[item->range_count].first = first;
    item->ranges[item->range_count].last = last;
    item->range_count++;
    return NO_ERROR;
}

// A character inside of a class.
static char read_member(const char *text, int *at) {
    char c = text[*at];
    if (c == '@') {
        *at += 1;
        c = text[*at];
        if (c == 'n')
            c = '\n';
        else if (c == 't')
            c = '\t';
    }
    *at += 1;
    return c;
}

// Reads a class; `at` is behind the opening bracket, and is moved behind the closing one.
static enum error read_class(struct item *item, const char *text, int *at) {
    enum error error;
    item->kind = CLASS;
    item->range_count = 0;
    item->negated = 0;
    if (text[*at] == '^') {
        item->negated = 1;
        *at += 1;
    }
    while (text[*at] != ']') {
        char first, last;
        if (text[*at] == '\0')
            return OPEN_CLASS;
        first = last = read_member(text, at);
        if (text[*at] == '-' && text[*at + 1] != ']' && text[*at + 1] != '\0') {
            *at += 1;
            last = read_member(text, at);
        }
        error = add_range(item, first, last);
        if (error != NO_ERROR)
            return error;
    }
    *at += 1;
    if (item->range_count == 0)
        return EMPTY_CLASS;
    return NO_ERROR;
}

static int can_repeat(const struct pattern *pattern) {
    const struct item *last;
    if (pattern->count == 0)
        return 0;
    last = &pattern->items[pattern->count - 1];
    if (last->repeat != ONCE)
        return 0;
    return last->kind == LITERAL || last->kind == ANY || last->kind == CLASS;
}

static enum error read_item(struct item *item, const char *text, int *at, int is_first) {
    char c = text[*at];
    item->repeat = ONCE;
    if (c == '%' && is_first) {
        item->kind = LINE_START;
    } else if (c == '$' && text[*at + 1] == '\0') {
        item->kind = LINE_END;
    } else if (c == '?') {
        item->kind = ANY;
    } else if (c == '<') {
        item->kind = WORD_START;
    } else if (c == '>') {
        item->kind = WORD_END;
    } else if (c == '[') {
        *at += 1;
        return read_class(item, text, at);
    } else {
        item->kind = LITERAL;
        item->literal = read_character(text, at);
        return NO_ERROR;
    }
    *at += 1;
    return NO_ERROR;
}

static enum error read_source(struct pattern *pattern, const char *text) {
    int at = 0;
    pattern->count = 0;
    pattern->ignore_case = 0;
    if (text[0] == '~') {
        pattern->ignore_case = 1;
        at = 1;
    }
    while (text[at] != '\0') {
        if (text[at] == '*' || text[at] == '+') {
            if (!can_repeat(pattern))
                return NOTHING_TO_REPEAT;
            if (text[at] == '*')
                pattern->items[pattern->count - 1].repeat = ANY_NUMBER;
            else
                pattern->items[pattern->count - 1].repeat = AT_LEAST_ONCE;
            at++;
        } else {
            enum error error;
            if (pattern->count == MOST_ITEMS)
                return TOO_MANY_ITEMS;
            error = read_item(&pattern->items[pattern->count], text, &at, pattern->count == 0);
            if (error != NO_ERROR)
                return error;
            pattern->count++;
        }
    }
    if (pattern->count == 0)
        return EMPTY_PATTERN;
    return NO_ERROR;
}

// --- the target pattern -------------------------------------------------------------------------------------------

enum part_kind { TEXT, DITTO, UPPER, LOWER, EITHER };

struct part {
    enum part_kind kind;
    char text;
};

struct target {
    struct part parts[MOST_PARTS];
    int count;
};

static void add_part(struct target *target, enum part_kind kind, char text) {
    target->parts[target->count].kind = kind;
    target->parts[target->count].text = text;
    target->count++;
}

static void read_target(struct target *target, const char *text) {
    int at = 0;
    target->count = 0;
    while (text[at] != '\0') {
        if (text[at] == '&') {
            add_part(target, DITTO, '\0');
            at++;
        } else if (text[at] == '@' && text[at + 1] == 'u') {
            add_part(target, UPPER, '\0');
            at += 2;
        } else if (text[at] == '@' && text[at + 1] == 'l') {
            add_part(target, LOWER, '\0');
            at += 2;
        } else if (text[at] == '@' && text[at + 1] == 'e') {
            add_part(target, EITHER, '\0');
            at += 2;
        } else {
            add_part(target, TEXT, read_character(text, &at));
        }
    }
}

// --- matching -----------------------------------------------------------------------------------------------------

static int in_ranges(const struct item *item, char c) {
    for (int i = 0; i < item->range_count; i++) {
        if (c >= item->ranges[i].first && c <= item->ranges[i].last)
            return 1;
    }
    return 0;
}

static int in_class(const struct item *item, char c, int ignore_case) {
    int found = in_ranges(item, c);
    if (!found && ignore_case)
        found = in_ranges(item, to_lower(c)) || in_ranges(item, to_upper(c));
    if (item->negated)
        return !found;
    return found;
}

static int is_same(char a, char b, int ignore_case) {
    if (a == b)
        return 1;
    if (!ignore_case)
        return 0;
    return to_lower(a) == to_lower(b);
}

// Whether an item that takes a character takes this one.
static int takes(const struct pattern *pattern, const struct item *item, char c) {
    if (c == '\0')
        return 0;
    switch (item->kind) {
    case LITERAL:
        return is_same(item->literal, c, pattern->ignore_case);
    case ANY:
        return c != '\n';
    case CLASS:
        return in_class(item, c, pattern->ignore_case);
    default:
        return 0;
    }
}

// Whether an item that takes no character holds here.
static int holds(const struct item *item, const char *line, int at) {
    int before = at > 0 && is_word(line[at - 1]);
    int after = is_word(line[at]);
    switch (item->kind) {
    case LINE_START:
        return at == 0;
    case LINE_END:
        return line[at] == '\0' || (line[at] == '\n' && line[at + 1] == '\0');
    case WORD_START:
        return !before && after;
    case WORD_END:
        return before && !after;
    default:
        return 0;
    }
}

static int takes_characters(const struct item *item) {
    return item->kind == LITERAL || item->kind == ANY || item->kind == CLASS;
}

// Where the match of the items from `index` on ends, or -1.
static int match_from(const struct pattern *pattern, int index, const char *line, int at) {
    while (index < pattern->count) {
        const struct item *item = &pattern->items[index];
        if (!takes_characters(item)) {
            if (!holds(item, line, at))
                return -1;
        } else if (item->repeat == ONCE) {
            if (!takes(pattern, item, line[at]))
                return -1;
            at++;
        } else {
            int least = at, most = at;
            if (item->repeat == AT_LEAST_ONCE)
                least++;
            while (takes(pattern, item, line[most]))
                most++;
            // As many as possible, and fewer if the rest does not fit then.
            for (; most >= least; most--) {
                int end = match_from(pattern, index + 1, line, most);
                if (end >= 0)
                    return end;
            }
            return -1;
        }
        index++;
    }
    return at;
}

// --- the result ---------------------------------------------------------------------------------------------------

struct output {
    int length;
    int is_full;
    char text[OUTPUT_SIZE];
};

static void put(struct output *output, char c) {
    if (output->length > OUTPUT_SIZE) {
        output->is_full = 1;
        return;
    }
    output->text[output->length++] = c;
}

static char in_case(char c, enum part_kind wanted) {
    if (wanted == UPPER)
        return to_upper(c);
    if (wanted == LOWER)
        return to_lower(c);
    return c;
}

static void put_target(struct output *output, const struct target *target, const char *line, int from, int to) {
    enum part_kind wanted = EITHER;
    for (int i = 0; i < target->count; i++) {
        const struct part *part = &target->parts[i];
        switch (part->kind) {
        case TEXT:
            put(output, in_case(part->text, wanted));
            break;
        case DITTO:
            for (int at = from; at < to; at++)
                put(output, in_case(line[at], wanted));
            break;
        default:
            wanted = part->kind;
        }
    }
}

// Replaces every match; the number of them.
static int replace_all(struct output *output, const struct pattern *pattern, const struct target *target,
                       const char *line) {
    int at = 0, last = -1, replaced = 0;
    for (;;) {
        int end = match_from(pattern, 0, line, at);
        // An empty match right behind another one does not count.
        if (end >= 0 && end != last) {
            put_target(output, target, line, at, end);
            replaced++;
            last = end;
        }
        if (end > at) {
            at = end;
        } else {
            if (line[at] == '\0')
                return replaced;
            put(output, line[at++]);
        }
    }
}

// Characters that cannot be seen are printed as a pattern would write them.
static void print_visibly(const struct output *output) {
    for (int i = 0; i < output->length; i++) {
        char c = output->text[i];
        if (c == '\n')
            fputs("@n", stdout);
        else if (c == '\t')
            fputs("@t", stdout);
        else if (c == '@')
            fputs("@@", stdout);
        else if (c < ' ' || c > '~')
            putchar('?');
        else
            putchar(c);
    }
    putchar('\n');
}

static enum error search_and_replace(const char *source, const char *target_text, const char *line) {
    struct pattern pattern;
    struct target target;
    struct output output;
    int replaced;
    enum error error = read_source(&pattern, source);
    if (error != NO_ERROR)
        return error;
    read_target(&target, target_text);
    output.length = 0;
    output.is_full = 0;
    replaced = replace_all(&output, &pattern, &target, line);
    if (output.is_full)
        return TOO_LONG;
    if (replaced > 0)
        print_visibly(&output);
    return NO_ERROR;
}

int main(void) {
    char source[PATTERN_SIZE + 1], target[PATTERN_SIZE + 1], line[LINE_SIZE + 1];
    enum error error;
    secateur_symbolic(source, sizeof source, "source");
    secateur_symbolic(target, sizeof target, "target");
    secateur_symbolic(line, sizeof line, "line");
    source[PATTERN_SIZE] = target[PATTERN_SIZE] = line[LINE_SIZE] = '\0';
    error = search_and_replace(source, target, line);
    if (error != NO_ERROR) {
        fprintf(stderr, "replace: %s\n", messages[error]);
        return 1;
    }
    return 0;
}
