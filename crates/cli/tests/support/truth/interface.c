/* What the program under the driver calls, and what the sanitizers call: inputs, assumptions and bugs. Objects take
 * their bytes one after the other, which is also their order in a .ktest file. */

#include "driver.h"
#include <klee/klee.h>
#include <sanitizer/asan_interface.h>
#include <secateur.h>
#include <string.h>

void __truth_pause(void)
{
	truth_paused = 1;
}

/* --- bugs --- */

const char *__asan_default_options(void)
{
	return "detect_leaks=0:handle_abort=0:detect_stack_use_after_return=1:allocator_may_return_null=1:color=never";
}

void __asan_on_error(void)
{
	const char *what = __asan_get_report_description();
	if (strstr(what, "use-after") || strstr(what, "stack-use"))
		truth_bug("use-after-free", 0);
	if (!strcmp(what, "double-free"))
		truth_bug("double-free", 0);
	if (strstr(what, "bad-free") || strstr(what, "not-malloc"))
		truth_bug("invalid-free", 0);
	if (!strcmp(what, "stack-overflow"))
		truth_bug("stack-overflow", 0);
	if (strstr(what, "overflow") || strstr(what, "underflow"))
		truth_bug(__asan_get_report_access_type() ? "out-of-bounds-write" : "out-of-bounds-read", 0);
	truth_add_pc((uintptr_t)__asan_get_report_pc() + 1);
	truth_bug((uintptr_t)__asan_get_report_address() < 4096 ? "null-dereference" : what, 0);
}

void __ubsan_get_current_report_data(const char **kind, const char **message, const char **file, unsigned *line,
	unsigned *column, char **address);

void __ubsan_on_report(void)
{
	static const struct { const char *theirs, *ours; } names[] = {
		{"integer-divide-by-zero", "division-by-zero"}, {"invalid-shift-exponent", "shift-out-of-range"},
		{"invalid-shift-base", "shift-base"}, {"null-pointer-use", "null-dereference"},
		{"signed-integer-overflow", "signed-overflow"}, {"unreachable-call", "unreachable"},
		{"invalid-null-argument", "null-dereference"},
	};
	const char *kind, *message, *file;
	unsigned line, column;
	char *address;
	__ubsan_get_current_report_data(&kind, &message, &file, &line, &column, &address);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(names[i].theirs, kind))
			truth_bug(names[i].ours, line);
	truth_bug(kind, line);
}

void __assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
	(void)expression, (void)file, (void)function;
	truth_bug("assertion-failure", line);
}

void __secateur_assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
	(void)expression, (void)file, (void)function;
	truth_bug("assertion-failure", line);
}

void klee_assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
	(void)expression, (void)file, (void)function;
	truth_bug("assertion-failure", line);
}

void abort(void)
{
	truth_bug("abort", 0);
}

void klee_abort(void) { abort(); }
void reach_error(void) { truth_bug("error-call", 0); }
void __VERIFIER_error(void) { truth_bug("error-call", 0); }

/* --- inputs --- */

void secateur_symbolic(void *object, size_t size, const char *name)
{
	(void)name;
	if (size > truth_input_size - truth_input_used)
		truth_finish(SHORT);
	memcpy(object, truth_input + truth_input_used, size);
	truth_input_used += size;
}

void(secateur_assume)(uintptr_t condition)
{
	if (!condition)
		truth_finish(ASSUME);
	truth_paused = 0;
}

int secateur_range(int lo, int hi, const char *name)
{
	int value;
	secateur_symbolic(&value, sizeof value, name);
	(secateur_assume)(lo <= value && value < hi);
	return value;
}

uintptr_t klee_choose(uintptr_t n)
{
	uintptr_t value;
	secateur_symbolic(&value, sizeof value, "klee_choose");
	(secateur_assume)(value < n);
	return value;
}

void klee_make_symbolic(void *object, size_t size, const char *name) { secateur_symbolic(object, size, name); }
int klee_range(int lo, int hi, const char *name) { return secateur_range(lo, hi, name); }
void(klee_assume)(uintptr_t condition) { (secateur_assume)(condition); }
void __VERIFIER_assume(int condition) { (secateur_assume)(condition != 0); }
void klee_silent_exit(int status) { (void)status, truth_finish(ASSUME); }
void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }

int klee_int(const char *name)
{
	int value;
	secateur_symbolic(&value, sizeof value, name);
	return value;
}

#define NONDET(type, name) type __VERIFIER_nondet_##name(void) { type value; secateur_symbolic(&value, sizeof value, #name); return value; }
NONDET(_Bool, bool)
NONDET(char, char)
NONDET(signed char, schar)
NONDET(unsigned char, uchar)
NONDET(short, short)
NONDET(unsigned short, ushort)
NONDET(int, int)
NONDET(unsigned, uint)
NONDET(long, long)
NONDET(unsigned long, ulong)

#define CREST(type, name) void __Crest##name(type *x) { secateur_symbolic(x, sizeof *x, #name); }
CREST(unsigned char, UChar)
CREST(unsigned short, UShort)
CREST(unsigned, UInt)
CREST(char, Char)
CREST(short, Short)
CREST(int, Int)
