// A small matcher of regular expressions: concatenation, | and (), the repetitions *, + and ?, any character with the
// dot, classes such as [a-z] and [^0-9], ^ and $ for the ends of the text, and \ before a character that means itself.
// The expression becomes a tree, which is matched by backtracking.
#include <secateur.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Symbolic characters.
#ifndef EXPRESSION_SIZE
#define EXPRESSION_SIZE 10
#endif
#ifndef TEXT_SIZE
#define TEXT_SIZE 8
#endif

enum { DEEPEST = 4, MEMBERS = 4 };

enum kind { EMPTY, CHARACTER, DOT, CLASS, BEGIN, END, SEQUENCE, CHOICE, REPEAT };

struct node {
    enum kind kind;
    char character;
    int negated;
    int least, most; // of a repetition; most is -1 where there is no limit
    struct node *left, *right;
    int count; // of the members of a class: pairs of first and last
    char members[MEMBERS];
};

struct parser {
    const char *at;
    int depth;
    const char *error;
};

// --- the tree -----------------------------------------------------------------------------------------------------

static struct node *make(struct parser *parser, enum kind kind) {
    struct node *node = calloc(1, sizeof *node);
    if (node == NULL) {
        parser->error = "out of memory";
        return NULL;
    }
    node->kind = kind;
    return node;
}

static void drop(struct node *node) {
    if (node == NULL)
        return;
    drop(node->left);
    drop(node->right);
    free(node);
}

static struct node *join(struct parser *parser, enum kind kind, struct node *left, struct node *right) {
    struct node *node;
    if (left == NULL || right == NULL) {
        drop(left);
        drop(right);
        return NULL;
    }
    node = make(parser, kind);
    if (node == NULL) {
        drop(left);
        drop(right);
        return NULL;
    }
    node->left = left;
    node->right = right;
    return node;
}

// --- parsing ------------------------------------------------------------------------------------------------------

static struct node *parse_choice(struct parser *parser);

static struct node *parse_class(struct parser *parser) {
    struct node *node = make(parser, CLASS);
    if (node == NULL)
        return NULL;
    if (*parser->at == '^') {
        node->negated = 1;
        parser->at++;
    }
    do {
        char first = *parser->at, last;
        if (first == '\0') {
            parser->error = "a class is not closed";
            drop(node);
            return NULL;
        }
        last = first;
        parser->at++;
        if (*parser->at == '-' && parser->at[1] != ']' && parser->at[1] != '\0') {
            last = parser->at[1];
            parser->at += 2;
        }
        if (last < first) {
            parser->error = "a range ends before it starts";
            drop(node);
            return NULL;
        }
        if (node->count > MEMBERS) {
            parser->error = "a class has too many members";
            drop(node);
            return NULL;
        }
        node->members[node->count++] = first;
        node->members[node->count++] = last;
    } while (*parser->at != ']');
    parser->at++;
    return node;
}

static struct node *parse_group(struct parser *parser) {
    struct node *inner;
    if (parser->depth == DEEPEST) {
        parser->error = "groups are nested too deeply";
        return NULL;
    }
    parser->depth++;
    inner = parse_choice(parser);
    parser->depth--;
    if (inner == NULL)
        return NULL;
    if (*parser->at != ')') {
        parser->error = "a group is not closed";
        drop(inner);
        return NULL;
    }
    parser->at++;
    return inner;
}

static struct node *parse_atom(struct parser *parser) {
    struct node *node;
    char c = *parser->at;
    switch (c) {
    case '(':
        parser->at++;
        return parse_group(parser);
    case '[':
        parser->at++;
        return parse_class(parser);
    case '.':
        parser->at++;
        return make(parser, DOT);
    case '^':
        parser->at++;
        return make(parser, BEGIN);
    case '$':
        parser->at++;
        return make(parser, END);
    case '*':
    case '+':
    case '?':
        parser->error = "nothing stands before a repetition";
        return NULL;
    case '\\':
        parser->at++;
        c = *parser->at;
        if (c == '\0') {
            parser->error = "nothing stands behind \\";
            return NULL;
        }
        break;
    default:
        break;
    }
    node = make(parser, CHARACTER);
    if (node != NULL) {
        node->character = c;
        parser->at++;
    }
    return node;
}

static struct node *parse_repetition(struct parser *parser) {
    struct node *atom = parse_atom(parser);
    while (atom != NULL && (*parser->at == '*' || *parser->at == '+' || *parser->at == '?')) {
        struct node *repeat;
        if (atom->kind == BEGIN || atom->kind == END) {
            parser->error = "an end of the text cannot be repeated";
            drop(atom);
            return NULL;
        }
        repeat = make(parser, REPEAT);
        if (repeat == NULL) {
            drop(atom);
            return NULL;
        }
        repeat->left = atom;
        repeat->least = *parser->at == '+';
        repeat->most = *parser->at == '?' ? 1 : -1;
        parser->at++;
        atom = repeat;
    }
    return atom;
}

static struct node *parse_sequence(struct parser *parser) {
    struct node *sequence = NULL;
    while (*parser->at != '\0' && *parser->at != '|' && *parser->at != ')') {
        struct node *next = parse_repetition(parser);
        if (next == NULL) {
            drop(sequence);
            return NULL;
        }
        if (sequence == NULL)
            sequence = next;
        else
            sequence = join(parser, SEQUENCE, sequence, next);
        if (sequence == NULL)
            return NULL;
    }
    if (sequence == NULL)
        return make(parser, EMPTY);
    return sequence;
}

static struct node *parse_choice(struct parser *parser) {
    struct node *left = parse_sequence(parser);
    while (left != NULL && *parser->at == '|') {
        struct node *right;
        parser->at++;
        right = parse_sequence(parser);
        if (right == NULL)
            drop(left);
        left = join(parser, CHOICE, left, right);
    }
    return left;
}

static struct node *parse(struct parser *parser, const char *expression) {
    struct node *node;
    parser->at = expression;
    parser->depth = 0;
    parser->error = NULL;
    node = parse_choice(parser);
    if (node != NULL && *parser->at == ')') {
        parser->error = "a group is closed that was not opened";
        drop(node);
        return NULL;
    }
    return node;
}

// --- matching -----------------------------------------------------------------------------------------------------

// What is left to match behind a node.
struct rest {
    const struct node *node;
    int count; // of the repetitions that were matched, if the node is one
    const char *from; // where the last of them began
    const struct rest *next;
};

static const char *begin_of_text;

static int match(const struct node *node, const char *text, const struct rest *rest);

static int match_rest(const char *text, const struct rest *rest);

static int is_member(const struct node *node, char c) {
    for (int i = 0; i < node->count; i += 2) {
        if (c >= node->members[i] && c <= node->members[i + 1])
            return !node->negated;
    }
    return node->negated;
}

static int match_repeat(const struct node *node, int count, const char *text, const struct rest *rest) {
    if (node->most < 0 || count < node->most) {
        struct rest again = {node, count + 1, text, rest};
        if (match(node->left, text, &again))
            return 1;
    }
    return count >= node->least && match_rest(text, rest);
}

static int match_rest(const char *text, const struct rest *rest) {
    if (rest == NULL)
        return 1;
    if (rest->node->kind != REPEAT || rest->count == 0)
        return match(rest->node, text, rest->next);
    // A repetition that took nothing would go on for ever.
    if (text == rest->from)
        return match_rest(text, rest->next);
    return match_repeat(rest->node, rest->count, text, rest->next);
}

static int match(const struct node *node, const char *text, const struct rest *rest) {
    switch (node->kind) {
    case EMPTY:
        return match_rest(text, rest);
    case CHARACTER:
        return *text == node->character && match_rest(text + 1, rest);
    case DOT:
        return *text != '\0' && match_rest(text + 1, rest);
    case CLASS:
        return *text != '\0' && is_member(node, *text) && match_rest(text + 1, rest);
    case BEGIN:
        return text == begin_of_text && match_rest(text, rest);
    case END:
        return *text == '\0' && match_rest(text, rest);
    case SEQUENCE: {
        struct rest right = {node->right, 0, text, rest};
        return match(node->left, text, &right);
    }
    case CHOICE:
        return match(node->left, text, rest) || match(node->right, text, rest);
    case REPEAT:
        return match_repeat(node, 0, text, rest);
    }
    return 0;
}

// Where the first match begins, or -1.
static int search(const struct node *node, const char *text) {
    int length = (int)strlen(text);
    begin_of_text = text;
    for (int at = 0; at <= length; at++) {
        if (match(node, text + at, NULL))
            return at;
    }
    return -1;
}

int main(void) {
    char expression[EXPRESSION_SIZE + 1], text[TEXT_SIZE + 1];
    struct parser parser;
    struct node *node;
    int at;
    secateur_symbolic(expression, sizeof expression, "expression");
    secateur_symbolic(text, sizeof text, "text");
    expression[EXPRESSION_SIZE] = text[TEXT_SIZE] = '\0';
    node = parse(&parser, expression);
    if (node == NULL) {
        fprintf(stderr, "regex: %s\n", parser.error);
        return 2;
    }
    at = search(node, text);
    drop(node);
    if (at < 0)
        return 1;
    printf("%d\n", at);
    return 0;
}
