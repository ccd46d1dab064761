/* Stands in for the harness of the programs in bench/partition and bench/rwset. Every input is a line of standard input:
 * its name, and numbers of WORD bytes each that it begins with; the rest is zero. An input of another name than the
 * program asks for is an error, and where there are no more inputs, the program ends. */
#include <secateur.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef WORD
#error "define WORD, the size of a number"
#endif

void secateur_symbolic(void *object, size_t size, const char *name)
{
	char line[256], *word, *rest;
	size_t at = 0;

	memset(object, 0, size);
	if (!fgets(line, sizeof line, stdin)) exit(0);
	word = strtok_r(line, " \n", &rest);
	if (!word || strcmp(word, name)) {
		fprintf(stderr, "the program asks for %s, and not for %s\n", name, word ? word : "nothing");
		exit(3);
	}
	while ((word = strtok_r(NULL, " \n", &rest)) != NULL) {
		uint32_t value = (uint32_t)strtoul(word, NULL, 0);
		size_t length = size - at < WORD ? size - at : WORD;
		memcpy((char *)object + at, &value, length);
		at += length;
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
