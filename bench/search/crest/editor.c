// A line editor that is driven by commands, one after the other, separated by semicolons or new lines. The text has
// three lines at the start.
//
//   [ADDRESS[,ADDRESS]]COMMAND
//
//   a TEXT, i TEXT, c TEXT   appends behind, inserts before, changes to TEXT
//   d, j, p, n, l, =         deletes, joins, prints (with numbers, with everything visible), prints the address
//   m ADDRESS, t ADDRESS     moves or copies behind ADDRESS
//   s/OLD/NEW/[g]            replaces OLD by NEW in each line, once or everywhere
//   k                        marks the line, for the address '
//   q                        ends
//
// An address is a number, . for the current line, $ for the last one, ' for the marked one, /TEXT/ for the next one
// with TEXT, and + or - with a number behind or instead of it. A comma alone stands for the whole text.
#include <secateur.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Symbolic characters.
#ifndef COMMANDS_SIZE
#define COMMANDS_SIZE 20
#endif

enum { MOST_LINES = 12, LINE_SIZE = 24, WORD_SIZE = 8 };

enum status { DONE, QUIT, WRONG_ADDRESS, WRONG_COMMAND, WRONG_TEXT, NO_MATCH, TOO_MUCH };

static const char *const messages[] = {
    "", "", "no such line", "unknown command", "the text is not closed", "no match", "no room",
};

struct line {
    char text[LINE_SIZE];
};

struct editor {
    const char *at;
    struct line *lines[MOST_LINES + 1]; // from 1 on
    int count;
    int current;
    struct line *marked;
};

// --- lines --------------------------------------------------------------------------------------------------------

static struct line *make_line(const char *text, int length) {
    struct line *line = malloc(sizeof *line);
    if (line == NULL)
        return NULL;
    if (length > LINE_SIZE - 1)
        length = LINE_SIZE - 1;
    memcpy(line->text, text, (size_t)length);
    line->text[length] = '\0';
    return line;
}

static enum status insert_line(struct editor *editor, int number, struct line *line) {
    if (line == NULL)
        return TOO_MUCH;
    if (editor->count == MOST_LINES) {
        free(line);
        return TOO_MUCH;
    }
    for (int i = editor->count; i >= number; i--)
        editor->lines[i + 1] = editor->lines[i];
    editor->lines[number] = line;
    editor->count++;
    editor->current = number;
    return DONE;
}

static void remove_lines(struct editor *editor, int first, int last) {
    int removed = last - first + 1;
    for (int i = last + 1; i <= editor->count; i++)
        editor->lines[i - removed] = editor->lines[i];
    editor->count -= removed;
}

// --- addresses ----------------------------------------------------------------------------------------------------

static int is_digit(char c) { return c >= '0' && c <= '9'; }

static int is_end(char c) { return c == '\0' || c == ';' || c == '\n'; }

static int read_number(struct editor *editor) {
    int number = 0;
    while (is_digit(*editor->at)) {
        number = number * 10 + (*editor->at - '0');
        editor->at++;
    }
    return number;
}

// Reads up to the delimiter into a word, and moves behind it.
static enum status read_word(struct editor *editor, char delimiter, char *word) {
    int length = 0;
    while (*editor->at != delimiter) {
        if (is_end(*editor->at))
            return WRONG_TEXT;
        if (length == WORD_SIZE)
            return TOO_MUCH;
        word[length++] = *editor->at++;
    }
    word[length] = '\0';
    editor->at++;
    return DONE;
}

static enum status find_marked(struct editor *editor, int *address) {
    for (int i = 1; i <= editor->count; i++) {
        if (editor->lines[i] == editor->marked) {
            *address = i;
            return DONE;
        }
    }
    return WRONG_ADDRESS;
}

// The next line with the text, from the current one on and around the end.
static enum status find_text(struct editor *editor, int *address) {
    char word[WORD_SIZE];
    enum status status = read_word(editor, '/', word);
    if (status != DONE)
        return status;
    for (int i = 1; i <= editor->count; i++) {
        int number = (editor->current + i - 1) % editor->count + 1;
        if (strstr(editor->lines[number]->text, word) != NULL) {
            *address = number;
            return DONE;
        }
    }
    return NO_MATCH;
}

static int read_step(struct editor *editor) {
    if (is_digit(*editor->at))
        return read_number(editor);
    return 1;
}

// Reads an address, if there is one.
static enum status read_address(struct editor *editor, int *address, int *is_given) {
    enum status status = DONE;
    *is_given = 1;
    if (is_digit(*editor->at)) {
        *address = read_number(editor);
    } else if (*editor->at == '.') {
        editor->at++;
        *address = editor->current;
    } else if (*editor->at == '$') {
        editor->at++;
        *address = editor->count;
    } else if (*editor->at == '\'') {
        editor->at++;
        status = find_marked(editor, address);
    } else if (*editor->at == '/') {
        editor->at++;
        status = find_text(editor, address);
    } else if (*editor->at == '+' || *editor->at == '-') {
        *address = editor->current;
    } else {
        *is_given = 0;
        return DONE;
    }
    while (status == DONE && (*editor->at == '+' || *editor->at == '-')) {
        if (*editor->at++ == '+')
            *address += read_step(editor);
        else
            *address -= read_step(editor);
    }
    return status;
}

struct range {
    int first, last;
    int is_given;
};

static enum status read_range(struct editor *editor, struct range *range) {
    int is_given;
    enum status status = read_address(editor, &range->first, &range->is_given);
    if (status != DONE)
        return status;
    if (!range->is_given)
        range->first = editor->current;
    range->last = range->first;
    if (*editor->at == ',') {
        editor->at++;
        status = read_address(editor, &range->last, &is_given);
        if (status != DONE)
            return status;
        if (!is_given)
            range->last = editor->count;
        if (!range->is_given)
            range->first = 1;
        range->is_given = 1;
    }
    if (range->first < 0 || range->first > range->last || range->last > editor->count)
        return WRONG_ADDRESS;
    return DONE;
}

// --- commands -----------------------------------------------------------------------------------------------------

static enum status add_text(struct editor *editor, int number) {
    const char *text = editor->at;
    if (*text == ' ')
        text++;
    editor->at = text;
    while (!is_end(*editor->at))
        editor->at++;
    return insert_line(editor, number, make_line(text, (int)(editor->at - text)));
}

static void delete_lines(struct editor *editor, const struct range *range) {
    for (int i = range->first; i <= range->last; i++)
        free(editor->lines[i]);
    remove_lines(editor, range->first, range->last);
    editor->current = range->first;
    if (editor->current > editor->count)
        editor->current = editor->count;
}

static enum status join_lines(struct editor *editor, const struct range *range) {
    struct line *line = editor->lines[range->first];
    for (int i = range->first + 1; i <= range->last; i++) {
        if (strlen(line->text) + strlen(editor->lines[i]->text) >= LINE_SIZE)
            return TOO_MUCH;
        strcat(line->text, editor->lines[i]->text);
        free(editor->lines[i]);
    }
    remove_lines(editor, range->first + 1, range->last);
    editor->current = range->first;
    return DONE;
}

static enum status read_destination(struct editor *editor, int *destination) {
    int is_given;
    enum status status = read_address(editor, destination, &is_given);
    if (status != DONE)
        return status;
    if (!is_given || *destination < 0 || *destination > editor->count)
        return WRONG_ADDRESS;
    return DONE;
}

static enum status move_lines(struct editor *editor, const struct range *range) {
    struct line *moved[MOST_LINES];
    int destination, length = range->last - range->first + 1;
    enum status status = read_destination(editor, &destination);
    if (status != DONE)
        return status;
    for (int i = 0; i < length; i++)
        moved[i] = editor->lines[range->first + i];
    remove_lines(editor, range->first, range->last);
    if (destination >= range->last)
        destination -= length;
    for (int i = 0; i < length; i++) {
        status = insert_line(editor, destination + 1 + i, moved[i]);
        if (status != DONE)
            return status;
    }
    return DONE;
}

static enum status copy_lines(struct editor *editor, const struct range *range) {
    int destination, length = range->last - range->first + 1;
    enum status status = read_destination(editor, &destination);
    if (status != DONE)
        return status;
    for (int i = 0; i < length; i++) {
        int from = range->first + i;
        struct line *line;
        // What was copied already may have moved the others down.
        if (from > destination)
            from += i;
        line = editor->lines[from];
        status = insert_line(editor, destination + 1 + i, make_line(line->text, (int)strlen(line->text)));
        if (status != DONE)
            return status;
    }
    return DONE;
}

// Replaces in one line; whether there was something to replace.
static int substitute_in(struct line *line, const char *old, const char *new, int everywhere) {
    char result[LINE_SIZE];
    int length = 0, replaced = 0;
    const char *at = line->text;
    while (*at != '\0') {
        if ((everywhere || replaced == 0) && strncmp(at, old, strlen(old)) == 0) {
            for (const char *c = new; *c != '\0' && length < LINE_SIZE; c++)
                result[length++] = *c;
            at += strlen(old);
            replaced++;
        } else {
            if (length < LINE_SIZE - 1)
                result[length++] = *at;
            at++;
        }
    }
    result[length] = '\0';
    if (replaced > 0)
        strcpy(line->text, result);
    return replaced;
}

static enum status substitute(struct editor *editor, const struct range *range) {
    char old[WORD_SIZE + 1], new[WORD_SIZE + 1];
    int everywhere = 0, replaced = 0;
    enum status status;
    char delimiter = *editor->at;
    if (is_end(delimiter) || delimiter == ' ')
        return WRONG_TEXT;
    editor->at++;
    status = read_word(editor, delimiter, old);
    if (status == DONE)
        status = read_word(editor, delimiter, new);
    if (status != DONE)
        return status;
    if (old[0] == '\0')
        return WRONG_TEXT;
    if (*editor->at == 'g') {
        everywhere = 1;
        editor->at++;
    }
    for (int i = range->first; i <= range->last; i++) {
        if (substitute_in(editor->lines[i], old, new, everywhere)) {
            editor->current = i;
            replaced = 1;
        }
    }
    return replaced ? DONE : NO_MATCH;
}

static void print_lines(struct editor *editor, const struct range *range, char how) {
    for (int i = range->first; i <= range->last; i++) {
        if (how == 'n')
            printf("%d\t", i);
        for (const char *c = editor->lines[i]->text; *c != '\0'; c++) {
            if (how == 'l' && (*c < ' ' || *c > '~'))
                printf("\\%03o", (unsigned char)*c);
            else
                putchar(*c);
        }
        if (how == 'l')
            putchar('$');
        putchar('\n');
    }
    editor->current = range->last;
}

static enum status run_command(struct editor *editor) {
    struct range range;
    char command;
    enum status status = read_range(editor, &range);
    if (status != DONE)
        return status;
    command = *editor->at;
    if (is_end(command)) {
        // An address alone goes there; nothing at all does nothing.
        if (range.is_given) {
            editor->current = range.last;
            print_lines(editor, &range, 'p');
        }
        return DONE;
    }
    editor->at++;
    if (command == 'q')
        return QUIT;
    if (command == 'a')
        return add_text(editor, range.last + 1);
    if (command == '=') {
        printf("%d\n", range.last);
        return DONE;
    }
    // All others need lines, and the one before the first is none.
    if (range.first == 0)
        return WRONG_ADDRESS;
    switch (command) {
    case 'i':
        return add_text(editor, range.first);
    case 'c':
        delete_lines(editor, &range);
        return add_text(editor, range.first);
    case 'd':
        delete_lines(editor, &range);
        return DONE;
    case 'j':
        return join_lines(editor, &range);
    case 'k':
        editor->marked = editor->lines[range.last];
        return DONE;
    case 'm':
        return move_lines(editor, &range);
    case 't':
        return copy_lines(editor, &range);
    case 's':
        return substitute(editor, &range);
    case 'p':
    case 'n':
    case 'l':
        print_lines(editor, &range, command);
        return DONE;
    default:
        return WRONG_COMMAND;
    }
}

static int edit(struct editor *editor, const char *commands) {
    editor->at = commands;
    for (;;) {
        enum status status = run_command(editor);
        if (status == QUIT)
            return 0;
        if (status != DONE) {
            printf("? %s\n", messages[status]);
            return 1;
        }
        if (!is_end(*editor->at)) {
            printf("? %s\n", messages[WRONG_COMMAND]);
            return 1;
        }
        if (*editor->at == '\0')
            return 0;
        editor->at++;
    }
}

int main(void) {
    static const char *const start[] = {"the first line", "another one", "and the last"};
    struct editor editor = {0};
    char commands[COMMANDS_SIZE + 1];
    int result;
    secateur_symbolic(commands, sizeof commands, "commands");
    commands[COMMANDS_SIZE] = '\0';
    for (int i = 0; i < 3; i++)
        insert_line(&editor, i + 1, make_line(start[i], (int)strlen(start[i])));
    result = edit(&editor, commands);
    for (int i = 1; i <= editor.count; i++)
        free(editor.lines[i]);
    return result;
}
