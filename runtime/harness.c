/* What a harness may call: Secateur's own functions, KLEE's, CREST's and
 * Test-Comp's, all in terms of a few primitives.
 *
 * It is compiled twice: to bitcode, as a part of the C library of programs under
 * test, where the virtual machine implements the primitives; and natively with
 * replay/replay.c, which reads the inputs from a test. So both sides ask for the
 * same inputs, under the same names and in the same order.
 *
 * Suites of tests in C have a copy beside them, so it is C99 without warnings.
 *
 * Every function is weak: a program that brings its own definition keeps it. */

#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#define WEAK __attribute__((__weak__))
#define NORETURN __attribute__((__noreturn__))

/* --- the primitives ------------------------------------------------------- */

void __secateur_symbolic(void *p, size_t n, const char *name);
void __secateur_assume(uintptr_t condition);
NORETURN void __secateur_silent_exit(int status);
unsigned __secateur_is_symbolic(uintptr_t value);
uintptr_t __secateur_get_value(uintptr_t value);
NORETURN void __secateur_report_error(const char *file, int line, const char *message,
	const char *suffix);
size_t __secateur_object_size(const void *p);
void __secateur_check_access(const void *p, size_t n);
void __secateur_print_value(const char *message, uintptr_t value);
void __secateur_set_forking(unsigned enable);
void __secateur_fixed_object(void *p, size_t n);
#ifdef SECATEUR_NATIVE
unsigned __secateur_is_replay(void);
#endif

/* --- Secateur ------------------------------------------------------------- */

static const char *name_or_unnamed(const char *name)
{
	return name && *name ? name : "unnamed";
}

WEAK void secateur_symbolic(void *object, size_t size, const char *name)
{
	/* Nothing would be asked for, and tests cannot hold an empty object. */
	if (size) __secateur_symbolic(object, size, name_or_unnamed(name));
}

WEAK void secateur_assume(uintptr_t condition)
{
	__secateur_assume(condition);
}

/* A range of one value is a constant and needs no input. */
static int in_range(int lo, int hi, const char *name, const char *caller)
{
	int x;
	if (lo >= hi) __secateur_report_error(caller, 0, "the range is empty", "user");
	if (lo + 1 == hi) return lo;
	__secateur_symbolic(&x, sizeof x, name_or_unnamed(name));
	/* One comparison: the distance from lo, without a sign. */
	__secateur_assume((unsigned)x - (unsigned)lo < (unsigned)hi - (unsigned)lo);
	return x;
}

WEAK int secateur_range(int lo, int hi, const char *name)
{
	return in_range(lo, hi, name, "secateur_range");
}

/* --- KLEE: inputs --------------------------------------------------------- */

WEAK void klee_make_symbolic(void *addr, size_t nbytes, const char *name)
{
	secateur_symbolic(addr, nbytes, name);
}

WEAK int klee_range(int begin, int end, const char *name)
{
	return in_range(begin, end, name, "klee_range");
}

WEAK int klee_int(const char *name)
{
	int x;
	__secateur_symbolic(&x, sizeof x, name_or_unnamed(name));
	return x;
}

WEAK uintptr_t klee_choose(uintptr_t n)
{
	uintptr_t x;
	__secateur_symbolic(&x, sizeof x, "klee_choose");
	__secateur_assume(x < n);
	return x;
}

WEAK void klee_assume(uintptr_t condition)
{
	__secateur_assume(condition);
}

/* --- KLEE: ends of paths -------------------------------------------------- */

WEAK NORETURN void klee_silent_exit(int status)
{
	__secateur_silent_exit(status);
}

WEAK NORETURN void klee_abort(void)
{
	abort();
}

WEAK NORETURN void klee_report_error(const char *file, int line, const char *message,
	const char *suffix)
{
	__secateur_report_error(file, line, message, suffix);
}

/* --- KLEE: questions ------------------------------------------------------ */

WEAK unsigned klee_is_symbolic(uintptr_t n)
{
	return __secateur_is_symbolic(n);
}

WEAK unsigned klee_is_replay(void)
{
#ifdef SECATEUR_NATIVE
	return __secateur_is_replay();
#else
	return 0;
#endif
}

WEAK size_t klee_get_obj_size(void *p)
{
	return __secateur_object_size(p);
}

WEAK int klee_get_errno(void)
{
	return errno;
}

WEAK float klee_get_valuef(float expr)
{
	union { float f; uint32_t bits; } u = { expr };
	u.bits = (uint32_t)__secateur_get_value(u.bits);
	return u.f;
}

WEAK double klee_get_valued(double expr)
{
	union { double d; uint64_t bits; } u = { expr };
	u.bits = __secateur_get_value(u.bits);
	return u.d;
}

WEAK long klee_get_valuel(long expr)
{
	return (long)__secateur_get_value((uintptr_t)expr);
}

WEAK long long klee_get_valuell(long long expr)
{
	return (long long)__secateur_get_value((uintptr_t)expr);
}

WEAK int32_t klee_get_value_i32(int32_t expr)
{
	return (int32_t)__secateur_get_value((uint32_t)expr);
}

WEAK int64_t klee_get_value_i64(int64_t expr)
{
	return (int64_t)__secateur_get_value((uintptr_t)expr);
}

/* --- KLEE: memory --------------------------------------------------------- */

WEAK void klee_define_fixed_object(void *addr, size_t nbytes)
{
	__secateur_fixed_object(addr, nbytes);
}

WEAK void klee_check_memory_access(const void *address, size_t size)
{
	__secateur_check_access(address, size);
}

/* --- KLEE: output --------------------------------------------------------- */

static void put(const char *text)
{
	size_t n = 0;
	while (text[n]) n++;
	/* Nothing can be done about a warning that does not arrive. */
	if (write(2, text, n) < 0) return;
}

WEAK void klee_warning(const char *message)
{
	put("KLEE: WARNING: ");
	put(message ? message : "");
	put("\n");
}

/* Once for each text: the addresses of those said so far are remembered. */
WEAK void klee_warning_once(const char *message)
{
	static const char *said[32];
	static unsigned count;
	for (unsigned i = 0; i < count; i++)
		if (said[i] == message) return;
	if (count < sizeof said / sizeof said[0]) said[count++] = message;
	klee_warning(message);
}

WEAK void klee_print_expr(const char *message, ...)
{
	va_list rest;
	va_start(rest, message);
	__secateur_print_value(message, va_arg(rest, uintptr_t));
	va_end(rest);
}

WEAK void klee_print_range(const char *name, int arg)
{
	__secateur_print_value(name, (uintptr_t)(intptr_t)arg);
}

/* Reports have the stack already. */
WEAK void klee_stack_trace(void)
{
}

/* --- KLEE: advice for the search, which is free to ignore it -------------- */

WEAK void klee_prefer_cex(void *object, uintptr_t condition)
{
	(void)object, (void)condition;
}

WEAK void klee_posix_prefer_cex(void *object, uintptr_t condition)
{
	(void)object, (void)condition;
}

WEAK void klee_mark_global(void *object)
{
	(void)object;
}

WEAK void klee_set_forking(unsigned enable)
{
	__secateur_set_forking(enable);
}

WEAK void klee_open_merge(void)
{
}

WEAK void klee_close_merge(void)
{
}

/* --- CREST: the name of an input is its type ------------------------------ */

#define CREST(function, type, name) \
	WEAK void function(type *x) \
	{ \
		__secateur_symbolic(x, sizeof *x, name); \
	}

CREST(__CrestUChar, unsigned char, "unsigned_char")
CREST(__CrestUShort, unsigned short, "unsigned_short")
CREST(__CrestUInt, unsigned int, "unsigned_int")
CREST(__CrestULong, unsigned long, "unsigned_long")
CREST(__CrestULongLong, unsigned long long, "unsigned_long_long")
CREST(__CrestChar, char, "char")
CREST(__CrestShort, short, "short")
CREST(__CrestInt, int, "int")
CREST(__CrestLong, long, "long")
CREST(__CrestLongLong, long long, "long_long")
CREST(__CrestFloat, float, "float")
CREST(__CrestDouble, double, "double")

/* --- Test-Comp: the name of an input is the function's -------------------- */

#define NONDET(type, name) \
	WEAK type __VERIFIER_nondet_##name(void) \
	{ \
		type x; \
		__secateur_symbolic(&x, sizeof x, "__VERIFIER_nondet_" #name); \
		return x; \
	}

NONDET(char, char)
NONDET(unsigned char, uchar)
NONDET(unsigned char, unsigned_char)
NONDET(signed char, schar)
NONDET(short, short)
NONDET(unsigned short, ushort)
NONDET(int, int)
NONDET(unsigned int, uint)
NONDET(unsigned int, unsigned)
NONDET(unsigned int, unsigned_int)
NONDET(long, long)
NONDET(unsigned long, ulong)
NONDET(long long, longlong)
NONDET(unsigned long long, ulonglong)
__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;
NONDET(int128, int128)
NONDET(uint128, uint128)
NONDET(float, float)
NONDET(double, double)
NONDET(size_t, size_t)
NONDET(long long, loff_t)
NONDET(unsigned long, sector_t)
NONDET(unsigned long, pthread_t)
NONDET(uint8_t, u8)
NONDET(uint16_t, u16)
NONDET(uint32_t, u32)
NONDET(uint8_t, U8)
NONDET(uint16_t, U16)
NONDET(uint32_t, U32)
NONDET(void *, pointer)
NONDET(char *, pchar)

/* A _Bool that is neither 0 nor 1 would be an error of its own. */
WEAK _Bool __VERIFIER_nondet_bool(void)
{
	unsigned char x;
	__secateur_symbolic(&x, sizeof x, "__VERIFIER_nondet_bool");
	__secateur_assume(x <= 1);
	return x & 1;
}

WEAK void __VERIFIER_nondet_memory(void *p, size_t n)
{
	if (n) __secateur_symbolic(p, n, "__VERIFIER_nondet_memory");
}

WEAK void __VERIFIER_assume(int condition)
{
	__secateur_assume((uintptr_t)(condition != 0));
}

/* There is one thread. */
WEAK void __VERIFIER_atomic_begin(void)
{
}

WEAK void __VERIFIER_atomic_end(void)
{
}
