/* Stands in for the harness of the programs in bench/sample. Every input is a line of standard input: its name, and what
 * it begins with; the rest is zero. A number is a byte, and with /2 or /4 behind it one of as many bytes; text in quotes is
 * its characters, and may contain spaces; @N goes on at the byte N. An input of another name than the program asks for is an
 * error, and where there are no more inputs, the program ends, as it does where an assumption does not hold. */
#include <secateur.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void wrong(const char *what)
{
	fprintf(stderr, "wrong input: %s\n", what);
	exit(3);
}

void secateur_symbolic(void *object, size_t size, const char *name)
{
	static char line[1024];
	unsigned char *bytes = object;
	size_t at = 0, length = strlen(name);
	char *next = line;

	memset(object, 0, size);
	if (!fgets(line, sizeof line, stdin)) exit(0);
	if (strncmp(line, name, length) || !strchr(" \n", line[length])) wrong(name);
	next += length;
	for (;;) {
		next += strspn(next, " \n");
		if (!*next) return;
		if (*next == '"') {
			for (next++; *next != '"'; next++) {
				if (!*next || at == size) wrong(next);
				bytes[at++] = (unsigned char)*next;
			}
			next++;
		} else if (*next == '@') {
			at = strtoul(next + 1, &next, 0);
		} else {
			char *end;
			unsigned long long number = (unsigned long long)strtoll(next, &end, 0);
			size_t width = 1;
			if (end == next) wrong(next);
			if (*end == '/') width = strtoul(end + 1, &end, 10);
			if (width > size || at > size - width) wrong(next);
			while (width--) {
				bytes[at++] = (unsigned char)number;
				number >>= 8;
			}
			next = end;
		}
	}
}

void secateur_assume(uintptr_t condition)
{
	if (!condition) exit(0);
}

void __secateur_assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
	fprintf(stderr, "%s:%u: %s: %s\n", file, line, function, expression);
	abort();
}
