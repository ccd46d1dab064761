// A cursor that was left one past the end by one function is dereferenced by another.
#include <stdio.h>

struct scanner {
    const char *cursor;
    const char *end;
};

static const char input[3] = {'a', 'b', 'c'};

static void skip_word(struct scanner *scanner)
{
    while (scanner->cursor < scanner->end && *scanner->cursor >= 'a')
        scanner->cursor++;
}

static int peek(const struct scanner *scanner)
{
    return *scanner->cursor; //~ out-of-bounds-read
}

int main(void)
{
    struct scanner scanner = {input, input + sizeof input};
    int first = peek(&scanner);
    skip_word(&scanner);
    printf("%d %d\n", first, peek(&scanner));
    return 0;
}
