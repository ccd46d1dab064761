/*
 * tokens.c - a small tokenizer: identifiers, numbers, strings, operators and
 * comments, into a fixed array of tokens with fixed-size texts.
 *
 * Planted bug: scan_word() lets a word fill `text` completely and then writes
 * the terminating zero behind it (`>` should be `>=`): a word of exactly
 * TEXT_SIZE characters shows it.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#ifndef TEXT_SIZE
#define TEXT_SIZE 6
#endif
#define MAX_TOKENS 4

enum kind { TOK_IDENT, TOK_NUMBER, TOK_STRING, TOK_OPERATOR };

enum { ERR_FULL = -1, ERR_LONG = -2, ERR_STRING = -3, ERR_COMMENT = -4,
       ERR_CHAR = -5 };

struct token {
	enum kind kind;
	int line;
	char text[TEXT_SIZE];
};

struct token_list {
	struct token token[MAX_TOKENS];
	int count;
};

static int add(struct token_list *list, enum kind kind, int line,
	       const char *text, size_t length)
{
	struct token *t;

	if (list->count >= MAX_TOKENS)
		return ERR_FULL;
	if (length >= TEXT_SIZE)
		return ERR_LONG;
	t = &list->token[list->count++];
	t->kind = kind;
	t->line = line;
	memcpy(t->text, text, length);
	t->text[length] = '\0';
	return 0;
}

/* Copies letters, digits and '_' to a text; returns its length. */
static int scan_word(const char *s, char text[TEXT_SIZE])
{
	int n = 0;

	while (isalnum((unsigned char)s[n]) || s[n] == '_') {
		if (n + 1 > TEXT_SIZE)		/* BUG: >= */
			return ERR_LONG;
		text[n] = s[n];
		n++;
	}
	text[n] = '\0';
	return n;
}

int tokenize(const char *s, struct token_list *list)
{
	int line = 1, n, err;

	list->count = 0;
	while (*s) {
		if (*s == '\n') {
			line++;
			s++;
		} else if (isspace((unsigned char)*s)) {
			s++;
		} else if (s[0] == '/' && s[1] == '*') {
			const char *end = strstr(s + 2, "*/");
			if (!end)
				return ERR_COMMENT;
			for (; s < end; s++)
				if (*s == '\n')
					line++;
			s = end + 2;
		} else if (isalnum((unsigned char)*s) || *s == '_') {
			char text[TEXT_SIZE];
			enum kind kind = isdigit((unsigned char)*s) ? TOK_NUMBER
								    : TOK_IDENT;
			if ((n = scan_word(s, text)) < 0)
				return n;
			if ((err = add(list, kind, line, text, (size_t)n)) < 0)
				return err;
			s += n;
		} else if (*s == '"') {
			const char *end = strchr(s + 1, '"');
			if (!end)
				return ERR_STRING;
			err = add(list, TOK_STRING, line, s + 1,
				  (size_t)(end - s - 1));
			if (err < 0)
				return err;
			s = end + 1;
		} else if (strchr("+-*/<>=!&|(){};,", *s)) {
			n = strchr("<>=!", *s) && s[1] == '=' ? 2 : 1;
			if ((err = add(list, TOK_OPERATOR, line, s, (size_t)n)) < 0)
				return err;
			s += n;
		} else {
			return ERR_CHAR;
		}
	}
	return list->count;
}

#ifndef NO_MAIN
int main(void)
{
	static const char *names[] = { "ident", "number", "string", "operator" };
	static char input[256];
	struct token_list list;
	int count, i;

	input[fread(input, 1, sizeof input - 1, stdin)] = '\0';
	if ((count = tokenize(input, &list)) < 0) {
		fprintf(stderr, "error %d\n", count);
		return 1;
	}
	for (i = 0; i < count; i++)
		printf("%d: %s \"%s\"\n", list.token[i].line,
		       names[list.token[i].kind], list.token[i].text);
	return 0;
}
#endif
