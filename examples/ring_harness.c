/* ring_harness.c - any ten pushes and pops on a fresh ring. */
#include <secateur.h>
#define main ring_main
#include "ring.c"
#undef main

int main(void)
{
	struct ring r;
	int v, next_in = 0, next_out = 0;

	ring_init(&r);
	for (int i = 0; i < 10; i++) {
		if (secateur_range(0, 2, "op")) {
			if (ring_push(&r, next_in))
				next_in++;
		} else if (ring_pop(&r, &v)) {
			secateur_assert(v == next_out);
			next_out++;
		}
	}
	return 0;
}
