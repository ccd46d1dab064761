/* Normal termination: functions registered with atexit, then destructors
 * (functions with __attribute__((destructor))), then the open streams.
 *
 * Linked programs keep their destructors in a section of the executable file.
 * Here there is none, so the virtual machine registers them one by one before
 * main runs, in the order in which that section would hold them. */

#include <stdlib.h>
#include "stdio_impl.h"
#include "libc.h"

struct block {
	struct block *next;
	int used;
	void (*functions[32])(void);
};

/* Invariant: only the first block of the list may be partly filled. */
static struct block first_block, *blocks = &first_block;

/* Returns 0, or -1 if there is no memory for the entry. */
int __secateur_at_fini(void (*function)(void))
{
	if (blocks->used == sizeof blocks->functions / sizeof *blocks->functions) {
		struct block *b = calloc(1, sizeof *b);
		if (!b) return -1;
		b->next = blocks;
		blocks = b;
	}
	blocks->functions[blocks->used++] = function;
	return 0;
}

/* The count goes down before the call: a destructor that calls exit again
 * continues with the next one instead of starting over. */
void __libc_exit_fini(void)
{
	for (; blocks; blocks = blocks->next)
		while (blocks->used > 0) blocks->functions[--blocks->used]();
}

_Noreturn void exit(int code)
{
	__funcs_on_exit();
	__libc_exit_fini();
	__stdio_exit();
	_Exit(code);
}
