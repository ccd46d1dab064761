// The phone book of a voice dialler. What the recogniser has understood comes as text, a few words at a time:
//
//   add NAME DIGIT...       such as "add ann one two double three"
//   call NAME               also "call NAME again" for the number that was called last
//   rename NAME NAME
//   forget NAME             or "forget everyone"
//   dial DIGIT...
//
// The input is two utterances. Two bugs are in here: see BUGS.md.
#include <secateur.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { UTTERANCES = 2, UTTERANCE_SIZE = 24, WORDS = 5, ENTRIES = 3, NAME_SIZE = 6, NUMBER_SIZE = 6 };

enum status { OK, NO_COMMAND, NO_NAME, NO_NUMBER, NOT_FOUND, FULL, EXISTS };

struct words {
    int count;
    char *word[WORDS];
};

struct entry {
    char *name; // of NAME_SIZE bytes
    char *number;
};

static struct entry entries[ENTRIES];
static int entry_count;
static char *last_number; // what was called last
static int calls;

// --- words --------------------------------------------------------------------------------------------------------

// Cuts the text at its spaces. What the recogniser is not sure of stands in brackets, which are dropped.
static void split(char *text, struct words *words) {
    words->count = 0;
    while (words->count < WORDS) {
        while (*text == ' ' || *text == '(' || *text == ')')
            *text++ = 0;
        if (*text == 0)
            return;
        words->word[words->count++] = text;
        while (*text != 0 && *text != ' ' && *text != '(' && *text != ')') {
            *text = (char)tolower((unsigned char)*text);
            text++;
        }
    }
}

static int is_word(const struct words *words, int at, const char *expected) {
    return at < words->count && strcmp(words->word[at], expected) == 0;
}

static int is_name(const char *word) {
    if (*word == 0)
        return 0;
    for (; *word != 0; word++)
        if (!islower((unsigned char)*word) && *word != '-')
            return 0;
    return 1;
}

// --- numbers ------------------------------------------------------------------------------------------------------

// 10 if the word is no digit.
static int digit_of(const char *word) {
    static const char *const names[] = {"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"};
    for (int digit = 0; digit < 10; digit++)
        if (strcmp(word, names[digit]) == 0)
            return digit;
    if (isdigit((unsigned char)word[0]) && word[1] == 0)
        return word[0] - '0';
    return strcmp(word, "oh") == 0 ? 0 : 10;
}

static int times_of(const char *word) {
    if (strcmp(word, "double") == 0)
        return 2;
    return strcmp(word, "triple") == 0 ? 3 : 1;
}

// The digits from a word on; "double" and "triple" say how often the next one stands.
static enum status spell(const struct words *words, int at, char *number) {
    int length = 0, times = 1;
    for (; at < words->count; at++) {
        if (times_of(words->word[at]) > 1) {
            times = times_of(words->word[at]);
            continue;
        }
        int digit = digit_of(words->word[at]);
        if (digit > 9)
            return NO_NUMBER;
        if (length >= NUMBER_SIZE - 1)
            return FULL;
        while (times-- > 0)
            number[length++] = (char)('0' + digit);
        times = 1;
    }
    number[length] = 0;
    return length > 0 ? OK : NO_NUMBER;
}

// --- the book -----------------------------------------------------------------------------------------------------

static struct entry *find(const char *name) {
    for (int i = 0; i < entry_count; i++)
        if (strcmp(entries[i].name, name) == 0)
            return &entries[i];
    return NULL;
}

static void free_entry(struct entry *entry) {
    free(entry->name);
    free(entry->number);
    entry->name = entry->number = NULL;
}

static enum status add(const struct words *words) {
    if (words->count < 3 || !is_name(words->word[1]))
        return NO_NAME;
    if (find(words->word[1]) != NULL)
        return EXISTS;
    if (entry_count == ENTRIES)
        return FULL;
    struct entry entry = {calloc(1, NAME_SIZE), calloc(1, NUMBER_SIZE)};
    if (entry.name == NULL || entry.number == NULL) {
        free_entry(&entry);
        return FULL;
    }
    enum status status = spell(words, 2, entry.number);
    if (status != OK) {
        free_entry(&entry);
        return status;
    }
    strncpy(entry.name, words->word[1], NAME_SIZE);
    entries[entry_count++] = entry;
    return OK;
}

static enum status rename_entry(const struct words *words) {
    if (words->count != 3 || !is_name(words->word[2]))
        return NO_NAME;
    if (strlen(words->word[2]) >= NAME_SIZE)
        return FULL;
    struct entry *entry = find(words->word[1]);
    if (entry == NULL)
        return NOT_FOUND;
    strcpy(entry->name, words->word[2]);
    return OK;
}

static enum status forget(const struct words *words) {
    if (is_word(words, 1, "everyone")) {
        while (entry_count > 0)
            free_entry(&entries[--entry_count]);
        return OK;
    }
    struct entry *entry = words->count == 2 ? find(words->word[1]) : NULL;
    if (entry == NULL)
        return NOT_FOUND;
    free_entry(entry);
    *entry = entries[--entry_count];
    return OK;
}

// --- calling ------------------------------------------------------------------------------------------------------

static enum status connect(const char *number) {
    size_t length = strlen(number);
    char *copy = malloc(length + 1);
    if (copy == NULL)
        return FULL;
    memcpy(copy, number, length + 1);
    free(last_number);
    last_number = copy;
    calls++;
    return OK;
}

static enum status call(const struct words *words) {
    if (words->count < 2)
        return NO_NAME;
    if (is_word(words, 2, "again"))
        return last_number == NULL ? NO_NUMBER : OK;
    const struct entry *entry = find(words->word[1]);
    return entry == NULL ? NOT_FOUND : connect(entry->number);
}

static enum status dial(const struct words *words) {
    char number[NUMBER_SIZE];
    enum status status = spell(words, 1, number);
    return status == OK ? connect(number) : status;
}

static enum status understand(char *text) {
    struct words words;
    split(text, &words);
    if (is_word(&words, 0, "add"))
        return add(&words);
    if (is_word(&words, 0, "call"))
        return call(&words);
    if (is_word(&words, 0, "dial"))
        return dial(&words);
    if (is_word(&words, 0, "rename"))
        return rename_entry(&words);
    if (is_word(&words, 0, "forget"))
        return forget(&words);
    return NO_COMMAND;
}

int main(void) {
    char utterances[UTTERANCES][UTTERANCE_SIZE];
    secateur_symbolic(utterances, sizeof utterances, "utterances");
    for (int i = 0; i < UTTERANCES; i++) {
        utterances[i][UTTERANCE_SIZE - 1] = 0;
        understand(utterances[i]);
    }
    while (entry_count > 0)
        free_entry(&entries[--entry_count]);
    free(last_number);
    return 0;
}
