/* KLEE's interface, so that harnesses written for KLEE run unchanged.
 * The functions are those of KLEE 3; what each does here is described in the
 * words of KLEE's users, with differences marked. */

#ifndef KLEE_H
#define KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- inputs --- */

/* Makes a whole object an input. A missing or empty name becomes "unnamed". */
void klee_make_symbolic(void *addr, size_t nbytes, const char *name);

/* A new input in the half-open range begin <= value < end. */
int klee_range(int begin, int end, const char *name);

/* A new input of type int. */
int klee_int(const char *name);

/* A new input below n. */
uintptr_t klee_choose(uintptr_t n);

/* Ends the path, without a test, unless the condition holds. */
void klee_assume(uintptr_t condition);

/* --- ends of paths --- */

void klee_silent_exit(int status) __attribute__((__noreturn__));
void klee_abort(void) __attribute__((__noreturn__));
void klee_report_error(const char *file, int line, const char *message,
	const char *suffix) __attribute__((__noreturn__));
void klee_assert_fail(const char *expression, const char *file, unsigned line,
	const char *function) __attribute__((__noreturn__));

#define klee_assert(expr) \
	((expr) ? (void)0 : klee_assert_fail(#expr, __FILE__, __LINE__, __func__))

/* --- questions --- */

/* Not zero if the value depends on an input. */
unsigned klee_is_symbolic(uintptr_t n);

/* Not zero in the native build that replays a test. */
unsigned klee_is_replay(void);

size_t klee_get_obj_size(void *ptr);
int klee_get_errno(void);

/* One possible value of an expression; the path goes on with that value
 * only where it is used. */
float klee_get_valuef(float expr);
double klee_get_valued(double expr);
long klee_get_valuel(long expr);
long long klee_get_valuell(long long expr);
int32_t klee_get_value_i32(int32_t expr);
int64_t klee_get_value_i64(int64_t expr);

/* --- memory --- */

/* Declares memory at a fixed address, such as a device's registers. */
void klee_define_fixed_object(void *addr, size_t nbytes);

/* Reports a finding unless all the bytes may be accessed. */
void klee_check_memory_access(const void *address, size_t size);

/* --- output --- */

void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_print_expr(const char *message, ...);
void klee_print_range(const char *name, int arg);
void klee_stack_trace(void);

/* --- advice for the search --- */

/* Prefer inputs for which the condition holds, where there is a choice. */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);

void klee_mark_global(void *object);
void klee_set_forking(unsigned enable);
void klee_open_merge(void);
void klee_close_merge(void);

#ifdef __cplusplus
}
#endif

#endif
