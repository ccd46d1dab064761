/* Prints each call as C sees it, in the form in which reports show it, and ends badly, each time in another line.
 * Only the sanitizer build prints: digits of symbolic numbers would be paths. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct point { short x; long y; };
struct box { char name[3]; struct point at; unsigned low : 3; int high : 6; _Bool set; struct box *inner; };

#if __has_feature(address_sanitizer)
#define PRINT 1
#else
#define PRINT 0
#endif

#if PRINT
static void point(struct point p) { fprintf(stderr, "{.x = %d, .y = %ld}", p.x, p.y); }

static void character(int c) {
	if (c == '\'' || c == '\\') fprintf(stderr, "'\\%c'", c);
	else if (c >= ' ' && c <= '~') fprintf(stderr, "'%c'", c);
	else if (c == '\n') fprintf(stderr, "'\\n'");
	else if (c == '\t') fprintf(stderr, "'\\t'");
	else if (c == '\r') fprintf(stderr, "'\\r'");
	else fprintf(stderr, "%d", c);
}

static void box(const struct box *b) {
	if (!b) { fprintf(stderr, "NULL"); return; }
	fprintf(stderr, "&(struct box){.name = {");
	for (int i = 0; i < 3; i++) { if (i) fprintf(stderr, ", "); character(b->name[i]); }
	fprintf(stderr, "}, .at = ");
	point(b->at);
	fprintf(stderr, ", .low = %u, .high = %d, .set = %s, .inner = ", b->low, b->high, b->set ? "true" : "false");
	box(b->inner);
	fprintf(stderr, "}");
}
#endif

int boxes(struct box *b, struct point p) {
#if PRINT
	fprintf(stderr, "  with: boxes(");
	box(b);
	fprintf(stderr, ", ");
	point(p);
	fprintf(stderr, ")\n");
#endif
	if (!b) return p.y;
	if (b->name[1] == '\'' && b->at.y == -70000000000) abort(); //1
	if (b->inner && b->inner->high == -32 && b->low == 6) abort(); //2
	if (p.x < -32000 && b->set && b->inner && b->inner->inner) abort(); //3
	return 0;
}

int lists(const int *a, int n, const short *b, unsigned char b_len) {
	long sum = 0;
#if PRINT
	fprintf(stderr, "  with: lists(");
	if (!a) fprintf(stderr, "NULL");
	else {
		fprintf(stderr, "{");
		for (int i = 0; i < n; i++) fprintf(stderr, "%s%d", i ? ", " : "", a[i]);
		fprintf(stderr, "}");
	}
	fprintf(stderr, ", %d, ", n);
	if (!b) fprintf(stderr, "NULL");
	else {
		fprintf(stderr, "{");
		for (int i = 0; i < b_len; i++) fprintf(stderr, "%s%d", i ? ", " : "", b[i]);
		fprintf(stderr, "}");
	}
	/* An unsigned char is a character, where it can be. */
	fprintf(stderr, ", ");
	character(b_len);
	fprintf(stderr, ")\n");
#endif
	for (int i = 0; a && i < n; i++) sum += a[i];
	for (int i = 0; b && i < b_len; i++) sum -= b[i];
	if (n < -5) abort(); //4
	if (a && b && n == 2 && a[1] < -1000000 && b_len == 1 && b[0] == 321) abort(); //5
	if (!a && b && b_len == 2 && b[1] == -2) abort(); //6
	return sum > 0;
}

int texts(const char *s, const char *const *list, int n) {
	int found = 0;
#if PRINT
	fprintf(stderr, "  with: texts(%s%s%s, ", s ? "\"" : "", s ? s : "NULL", s ? "\"" : "");
	if (!list) fprintf(stderr, "NULL");
	else {
		fprintf(stderr, "{");
		for (int i = 0; i < n; i++)
			fprintf(stderr, "%s%s%s%s", i ? ", " : "", list[i] ? "\"" : "", list[i] ? list[i] : "NULL", list[i] ? "\"" : "");
		fprintf(stderr, "}");
	}
	fprintf(stderr, ", %d)\n", n);
#endif
	for (int i = 0; list && i < n; i++) found += list[i] != 0;
	if (s && !strcmp(s, "key") && list && n == 2 && list[0] && !strcmp(list[0], "x") && !list[1]) abort(); //7
	if (s && !*s && list && n == 1 && list[0] && !strcmp(list[0], "ab")) abort(); //8
	return found;
}
