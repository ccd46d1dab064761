#include <ctype.h>
#include <stddef.h>
#include "settings.h"

static const char *skip_blanks(const char *s)
{
	while (*s == ' ' || *s == '\t') s++;
	return s;
}

int parse_line(const char *line, struct setting *setting)
{
	size_t n = 0;

	line = skip_blanks(line);
	if (*line == '\0' || *line == '#') return 0;
	while (isalpha((unsigned char)*line)) {
		if (n == sizeof setting->key - 1) return -1;
		setting->key[n++] = *line++;
	}
	setting->key[n] = '\0';
	line = skip_blanks(line);
	if (n == 0 || *line != '=') return -1;
	line = skip_blanks(line + 1);
	n = 0;
	if (*line == '"') {
		for (line++; *line != '"'; line++) {
			if (*line == '\0') return -1;
			setting->value[n++] = *line;
		}
		line++;
	} else {
		while (*line != '\0' && *line != ' ') {
			if (n == sizeof setting->value - 1) return -1;
			setting->value[n++] = *line++;
		}
	}
	setting->value[n] = '\0';
	return *skip_blanks(line) == '\0' ? 1 : -1;
}
