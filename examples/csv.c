/* csv.c - splits one line of CSV (RFC 4180) into fields, in place.
 * Quoted fields may hold separators; "" inside quotes is one quote.
 * main reads lines from standard input and prints the fields. */
#include <stdio.h>
#include <string.h>

#define MAX_FIELDS 4
#define MAX_FIELD  16

enum csv_error {
	CSV_OK = 0,
	CSV_TOO_MANY = -1,
	CSV_TOO_LONG = -2,
	CSV_UNTERMINATED = -3,
	CSV_STRAY_QUOTE = -4
};

struct csv_row {
	int count;
	char field[MAX_FIELDS][MAX_FIELD + 1];
};

static const char *csv_strerror(int err)
{
	switch (err) {
	case CSV_TOO_MANY: return "too many fields";
	case CSV_TOO_LONG: return "field too long";
	case CSV_UNTERMINATED: return "unterminated quote";
	case CSV_STRAY_QUOTE: return "stray quote";
	default: return "ok";
	}
}

/* Parses `line` up to its end or newline; returns CSV_OK or an error. */
int csv_parse(const char *line, char sep, struct csv_row *row)
{
	const char *p = line;

	row->count = 0;
	for (;;) {
		char *out;
		size_t n = 0;

		if (row->count == MAX_FIELDS)
			return CSV_TOO_MANY;
		out = row->field[row->count];
		if (*p == '"') {
			p++;
			for (;;) {
				if (*p == '\0')
					return CSV_UNTERMINATED;
				if (*p == '"') {
					if (p[1] != '"')
						break;
					p++;
				}
				if (n == MAX_FIELD)
					return CSV_TOO_LONG;
				out[n++] = *p++;
			}
			p++;
			if (*p != sep && *p != '\0' && *p != '\n')
				return CSV_STRAY_QUOTE;
		} else {
			while (*p != sep && *p != '\0' && *p != '\n') {
				if (*p == '"')
					return CSV_STRAY_QUOTE;
				if (n == MAX_FIELD)
					return CSV_TOO_LONG;
				out[n++] = *p++;
			}
		}
		out[n] = '\0';
		row->count++;
		if (*p == '\0' || *p == '\n')
			return CSV_OK;
		p++;
	}
}

int main(void)
{
	char line[128];
	int number = 0, bad = 0;

	while (fgets(line, sizeof line, stdin)) {
		struct csv_row row;
		int err = csv_parse(line, ',', &row);

		number++;
		if (err != CSV_OK) {
			fprintf(stderr, "line %d: %s\n", number, csv_strerror(err));
			bad = 1;
			continue;
		}
		for (int i = 0; i < row.count; i++)
			printf("%s%s", i ? "|" : "", row.field[i]);
		putchar('\n');
	}
	return bad;
}
