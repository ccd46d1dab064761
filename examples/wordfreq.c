/* Counts the words of a text and prints the most frequent ones:
 *
 *     secateur exec examples/wordfreq.c -- -n 5 < examples/wordfreq.txt
 *
 * An ordinary small C program: options, line input of any length, a hash table
 * that grows, sorting with a tie-break, formatted output, and freeing it all. */

#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct entry {
	char *word;
	unsigned long count;
};

/* Open addressing. Invariant: the capacity is a power of two, and at least a
 * quarter of the slots is free, so every probe ends. */
struct table {
	struct entry *slots;
	size_t capacity, used;
};

static void *must(void *p)
{
	if (!p) {
		perror("wordfreq");
		exit(2);
	}
	return p;
}

static uint32_t hash(const char *s)
{
	uint32_t h = 2166136261u;
	for (; *s; s++) h = (h ^ (unsigned char)*s) * 16777619u;
	return h;
}

static struct entry *find(const struct table *t, const char *word)
{
	size_t i = hash(word) & (t->capacity - 1);
	while (t->slots[i].word && strcmp(t->slots[i].word, word) != 0)
		i = (i + 1) & (t->capacity - 1);
	return &t->slots[i];
}

static void grow(struct table *t)
{
	struct table bigger = { .capacity = t->capacity ? 2 * t->capacity : 16, .used = t->used };
	bigger.slots = must(calloc(bigger.capacity, sizeof *bigger.slots));
	for (size_t i = 0; i < t->capacity; i++)
		if (t->slots[i].word) *find(&bigger, t->slots[i].word) = t->slots[i];
	free(t->slots);
	*t = bigger;
}

static void count_word(struct table *t, const char *word)
{
	if (4 * t->used >= 3 * t->capacity) grow(t);
	struct entry *e = find(t, word);
	if (!e->word) {
		e->word = must(strdup(word));
		t->used++;
	}
	e->count++;
}

/* Cuts the line into words in place: letters, with apostrophes inside. */
static void count_line(struct table *t, char *line)
{
	char *p = line;
	while (*p) {
		while (*p && !isalpha((unsigned char)*p)) p++;
		char *start = p;
		for (; isalpha((unsigned char)*p) || *p == '\''; p++) *p = tolower((unsigned char)*p);
		char *end = p;
		while (end > start && end[-1] == '\'') end--;
		if (*p) p++;
		if (end == start) continue;
		*end = '\0';
		count_word(t, start);
	}
}

static int by_count_then_word(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	if (x->count != y->count) return x->count < y->count ? 1 : -1;
	return strcmp(x->word, y->word);
}

/* Moves the entries to the front of the slots, which ends the table's use as
 * a table. */
static void sort_entries(struct table *t)
{
	size_t n = 0;
	for (size_t i = 0; i < t->capacity; i++) {
		struct entry e = t->slots[i];
		t->slots[i].word = NULL;
		if (e.word) t->slots[n++] = e;
	}
	if (n) qsort(t->slots, n, sizeof *t->slots, by_count_then_word);
}

int main(int argc, char **argv)
{
	size_t limit = 10;
	for (int option; (option = getopt(argc, argv, "n:")) != -1;) {
		char *end;
		errno = 0;
		if (option == 'n') limit = strtoul(optarg, &end, 10);
		if (option != 'n' || errno || end == optarg || *end) {
			fprintf(stderr, "usage: %s [-n count] < text\n", argv[0]);
			return 2;
		}
	}

	struct table table = { 0 };
	char *line = NULL;
	size_t size = 0;
	unsigned long total = 0;
	while (getline(&line, &size, stdin) > 0) count_line(&table, line);
	free(line);

	sort_entries(&table);
	for (size_t i = 0; i < table.used; i++) total += table.slots[i].count;
	for (size_t i = 0; i < table.used && i < limit; i++)
		printf("%6lu  %5.1f %%  %s\n", table.slots[i].count,
			100.0 * table.slots[i].count / total, table.slots[i].word);
	printf("%zu different words of %lu\n", table.used, total);

	for (size_t i = 0; i < table.used; i++) free(table.slots[i].word);
	free(table.slots);
	return 0;
}
