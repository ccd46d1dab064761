/* The names under which the library calls its own allocator, sent to the
 * virtual machine's: every block is an object with exact bounds, and so is
 * every block that the library allocates for itself. */

#include <stdlib.h>

void *__libc_malloc(size_t n)
{
	return malloc(n);
}

void *__libc_calloc(size_t m, size_t n)
{
	return calloc(m, n);
}

void *__libc_realloc(void *p, size_t n)
{
	return realloc(p, n);
}

void __libc_free(void *p)
{
	free(p);
}
