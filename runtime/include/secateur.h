/* Secateur's interface for programs under test.
 *
 *     int n;
 *     secateur_symbolic(&n, sizeof n, "n");   // n may be anything
 *     secateur_assume(n >= 0);                // ... that is not negative
 *     secateur_assert(f(n) != 42);            // a finding, if f can return 42
 *
 * Works in C99 and later, and in C++. */

#ifndef SECATEUR_H
#define SECATEUR_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes `size` bytes at `object` an input. The name labels the input in tests
 * and reports; two inputs may share one. */
void secateur_symbolic(void *object, size_t size, const char *name);

/* Ends the path, without a test, unless the condition holds. */
void secateur_assume(uintptr_t condition);

/* A new input in the half-open range lo <= value < hi. */
int secateur_range(int lo, int hi, const char *name);

/* Reports a finding if the condition can be false. Unlike assert, it is not
 * switched off by NDEBUG. */
#define secateur_assert(condition) \
	((condition) ? (void)0 \
	             : __secateur_assert_fail(#condition, __FILE__, __LINE__, __func__))

void __secateur_assert_fail(const char *expression, const char *file, unsigned line,
	const char *function) __attribute__((__noreturn__));

#ifdef __cplusplus
}
#endif

#endif
