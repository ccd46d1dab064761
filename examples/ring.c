/* ring.c - a ring buffer of ints, and a driver that reads operations:
 * "+c" pushes the character c, "-" pops, "?" peeks, "#" prints the length.
 * PLANTED BUG: ring_pop wraps with > instead of >=, so that after
 * RING_SIZE pops the tail points one past data[]. */
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define RING_SIZE 4

struct ring {
	size_t head;	/* next place to write */
	size_t tail;	/* oldest element */
	size_t len;
	int data[RING_SIZE];
};

void ring_init(struct ring *r)
{
	r->head = r->tail = r->len = 0;
}

size_t ring_len(const struct ring *r)
{
	return r->len;
}

bool ring_push(struct ring *r, int c)
{
	if (r->len == RING_SIZE)
		return false;
	r->data[r->head] = c;
	if (++r->head >= RING_SIZE)
		r->head = 0;
	r->len++;
	return true;
}

bool ring_pop(struct ring *r, int *out)
{
	if (r->len == 0)
		return false;
	if (out)
		*out = r->data[r->tail];
	if (++r->tail > RING_SIZE)	/* BUG: should be >= */
		r->tail = 0;
	r->len--;
	return true;
}

bool ring_peek(const struct ring *r, int *out)
{
	if (r->len == 0)
		return false;
	*out = r->data[r->tail];
	return true;
}

int main(void)
{
	struct ring ring;
	int op, c;
	int got;

	ring_init(&ring);
	while ((op = getchar()) != EOF) {
		switch (op) {
		case '+':
			if ((c = getchar()) == EOF)
				return 2;
			if (!ring_push(&ring, c))
				puts("full");
			break;
		case '-':
			if (ring_pop(&ring, &got))
				printf("%c\n", got);
			else
				puts("empty");
			break;
		case '?':
			if (ring_peek(&ring, &got))
				printf("%c\n", got);
			else
				puts("empty");
			break;
		case '#':
			printf("%zu\n", ring_len(&ring));
			break;
		case '\n':
			break;
		default:
			fprintf(stderr, "unknown operation\n");
			return 1;
		}
	}
	return 0;
}
