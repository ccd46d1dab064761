/* Replays a test natively: the primitives of harness.c read the inputs from a
 * .ktest file, and the marks of instrumented code are kept in a trace file.
 *
 *     KTEST_FILE=test000001.ktest ./program
 *
 * works with any C library. Objects are handed out in order. Statuses:
 *   120  the program asked for another object than the test has next
 *   121  an assumption does not hold for the test
 *   122  the test cannot be read
 * A program that asks for more objects than there are gets zeros.
 *
 * SECATEUR_TRACE names the trace file (see `struct trace`). It is mapped, so
 * what was written is there however the program ends. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define WEAK __attribute__((__weak__))

enum { MISMATCH = 120, ASSUMPTION = 121, UNREADABLE = 122 };

/* --- the trace ------------------------------------------------------------- */

/* Instrumented code brings these: how many edges and blocks there are, and a byte
 * for each block, for marks that go nowhere. Other builds do not have them. */
extern WEAK const uint64_t __secateur_counts[2];
extern WEAK unsigned char __secateur_no_blocks[];

struct trace {
	char magic[8];
	uint64_t count;  /* decisions so far */
	uint64_t hash;   /* over them */
	uint64_t limit;  /* decisions beyond it are ignored */
	uint64_t edges;  /* as __secateur_counts[0]; another number means another build */
	uint64_t blocks; /* as __secateur_counts[1] */
	uint64_t ring;   /* how many of the last decisions are kept; a power of two */
	uint64_t flags;
	/* Then the ring (32-bit numbers), a bit for each edge, a byte for each block. */
};

enum { ERROR_CALLED = 1, RAN_OUT = 2, ASSUME_FAILED = 4, MISMATCHED = 8, REPORTED = 16 };

static struct trace no_trace = { .limit = UINT64_MAX, .ring = 1 };
static uint32_t no_ring[1];

static struct trace *trace = &no_trace;
static uint32_t *ring = no_ring;
/* For so many edges; none without a file. */
static unsigned char *bitmap;
static uint64_t edges;

/* Instrumented code stores 1 at a block's number. */
unsigned char *__secateur_blocks = __secateur_no_blocks;

static const char *test_path;

/* What a unit harness tells of the end of a run: how many bytes, then for each
 * result the lengths of its expression and its value, and both. */
struct results {
	uint32_t used;
	unsigned char bytes[65536 - 4];
};
static struct results *results;

static void open_results(void)
{
	const char *path = getenv("SECATEUR_RESULTS");
	if (!path) return;
	unsetenv("SECATEUR_RESULTS");
	int fd = open(path, O_RDWR | O_CLOEXEC);
	if (fd < 0) return;
	void *map = mmap(NULL, sizeof *results, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (map != MAP_FAILED) results = map;
}

/* Before all constructors of the program. */
__attribute__((__constructor__(101))) static void open_trace(void)
{
	const char *path = getenv("SECATEUR_TRACE");
	struct stat info;
	test_path = getenv("KTEST_FILE");
	open_results();
	if (!path) return;
	/* Under comparison the program must find the same environment as in the
	 * virtual machine. The strings themselves stay. */
	unsetenv("SECATEUR_TRACE");
	unsetenv("KTEST_FILE");
	int fd = open(path, O_RDWR | O_CLOEXEC);
	if (fd < 0 || fstat(fd, &info) != 0) return;
	size_t size = (size_t)info.st_size;
	char *map = size < sizeof(struct trace)
		? MAP_FAILED : mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (map == MAP_FAILED) return;
	struct trace *t = (struct trace *)map;
	uint64_t blocks = __secateur_counts ? __secateur_counts[1] : 0;
	uint64_t bits = __secateur_counts ? __secateur_counts[0] : 0;
	size_t bytes = (bits + 7) / 8;
	if (memcmp(t->magic, "SECTRACE", 8) || t->edges != bits || t->blocks != blocks) return;
	if (t->ring == 0 || (t->ring & (t->ring - 1)) || t->ring > size) return;
	if (size < sizeof *t + t->ring * 4 + bytes + blocks) return;
	trace = t;
	ring = (uint32_t *)(t + 1);
	bitmap = (unsigned char *)(ring + t->ring);
	edges = bits;
	__secateur_blocks = bitmap + bytes;
}

/* One decision of the user's code, called before it takes effect. */
void __secateur_edge(uint32_t id)
{
	struct trace *t = trace;
	if (t->count >= t->limit) {
		/* What follows is not compared, so it does not count as covered either. */
		__secateur_blocks = __secateur_no_blocks;
		return;
	}
	ring[t->count & (t->ring - 1)] = id;
	t->hash = (t->hash ^ id) * 0x100000001b3;
	t->count++;
	if (id < edges) bitmap[id >> 3] |= 1 << (id & 7);
}

/* --- the test -------------------------------------------------------------- */

/* What is left of it. */
static const unsigned char *at, *end;
static uint32_t objects;

static void say(const char *what)
{
	fflush(NULL);
	fprintf(stderr, "secateur-replay: %s\n", what);
	fflush(stderr);
}

static _Noreturn void unreadable(const char *path, const char *why)
{
	fprintf(stderr, "secateur-replay: %s: %s\n", path, why);
	_exit(UNREADABLE);
}

static int take_word(uint32_t *word)
{
	if (end - at < 4) return 0;
	*word = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
	at += 4;
	return 1;
}

static int take_bytes(const unsigned char **bytes, uint32_t *size)
{
	if (!take_word(size) || (size_t)(end - at) < *size) return 0;
	*bytes = at;
	at += *size;
	return 1;
}

static int read_head(void)
{
	uint32_t version, count, size;
	const unsigned char *bytes;
	if (end - at < 5 || (memcmp(at, "KTEST", 5) && memcmp(at, "BOUT\n", 5))) return 0;
	at += 5;
	if (!take_word(&version) || version > 3 || !take_word(&count)) return 0;
	for (; count; count--)
		if (!take_bytes(&bytes, &size)) return 0;
	if (version >= 2 && (!take_word(&size) || !take_word(&size))) return 0;
	return take_word(&objects);
}

static void open_test(void)
{
	static int opened;
	struct stat info;
	if (opened) return;
	opened = 1;
	const char *path = test_path;
	if (!path) return;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || fstat(fd, &info) != 0 || info.st_size <= 0) unreadable(path, "cannot be read");
	at = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	close(fd);
	if (at == MAP_FAILED) unreadable(path, "cannot be read");
	end = at + info.st_size;
	if (!read_head()) unreadable(path, "is not a .ktest file of version 3 or older");
}

static int ends_with(const char *name, size_t n, const char *tail)
{
	size_t t = strlen(tail);
	return n >= t && !memcmp(name + n - t, tail, t);
}

/* Arguments, standard input and files come to a native program from outside,
 * so their objects are passed over when the program asks for another. */
static int is_environment(const char *name, size_t n)
{
	static const char *const whole[] = { "n_args", "stdin", "stdin_stat", "stdout", "stdout_stat", "model_version" };
	for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++)
		if (n == strlen(whole[i]) && !memcmp(name, whole[i], n)) return 1;
	if (n == 5 && !memcmp(name, "arg", 3)) return 1;
	return ends_with(name, n, "_data") || ends_with(name, n, "_data_stat");
}

static _Noreturn void mismatch(const char *wanted, size_t size, const unsigned char *name, uint32_t length, uint32_t has)
{
	fflush(NULL);
	fprintf(stderr, "secateur-replay: the program asks for \"%s\" of %zu bytes, but the test has \"%.*s\" of %u bytes next\n",
		wanted, size, (int)length, (const char *)name, has);
	trace->flags |= MISMATCHED;
	_exit(MISMATCH);
}

void __secateur_symbolic(void *p, size_t n, const char *name)
{
	const unsigned char *found, *bytes;
	uint32_t length, size;
	open_test();
	while (objects) {
		objects--;
		if (!take_bytes(&found, &length) || !take_bytes(&bytes, &size)) unreadable("the test", "is cut short");
		int same = length == strlen(name) && !memcmp(found, name, length);
		/* Under comparison the file has what the program asks for and nothing else. */
		if (!same && trace == &no_trace && is_environment((const char *)found, length)) continue;
		if (!same || size != n) mismatch(name, n, found, length, size);
		memcpy(p, bytes, n);
		return;
	}
	/* The test ends here: what comes next depends on what it does not have. */
	trace->flags |= RAN_OUT;
	_exit(0);
}

/* --- the other primitives -------------------------------------------------- */

void __secateur_assume(uintptr_t condition)
{
	if (condition) return;
	say("an assumption does not hold for this test");
	trace->flags |= ASSUME_FAILED;
	_exit(ASSUMPTION);
}

_Noreturn void __secateur_silent_exit(int status)
{
	exit(status);
}

/* A replayed value is what it is. */
unsigned __secateur_is_symbolic(uintptr_t value)
{
	(void)value;
	return 0;
}

uintptr_t __secateur_get_value(uintptr_t value)
{
	return value;
}

/* Under comparison with the virtual machine the program must take the same way
 * as there, where this is no replay. */
unsigned __secateur_is_replay(void)
{
	return trace == &no_trace;
}

_Noreturn void __secateur_report_error(const char *file, int line, const char *message, const char *suffix)
{
	fflush(NULL);
	fprintf(stderr, "secateur-replay: error reported: %s:%d: %s (%s)\n", file ? file : "?", line,
		message ? message : "", suffix ? suffix : "");
	trace->flags |= REPORTED;
	abort();
}

WEAK size_t __sanitizer_get_allocated_size(const volatile void *p);
WEAK int __sanitizer_get_ownership(const volatile void *p);

/* Natively only AddressSanitizer knows, and only of the heap. */
size_t __secateur_object_size(const void *p)
{
	if (!__sanitizer_get_allocated_size || !__sanitizer_get_ownership(p)) return 0;
	return __sanitizer_get_allocated_size(p);
}

/* The sanitizers check what string functions are given. */
void __secateur_check_access(const void *p, size_t n)
{
	volatile int equal = memcmp(p, p, n);
	(void)equal;
}

void __secateur_print_value(const char *message, uintptr_t value)
{
	fprintf(stderr, "%s:%llu\n", message ? message : "", (unsigned long long)value);
}

void __secateur_set_forking(unsigned enable)
{
	(void)enable;
}

unsigned __secateur_wants_results(void)
{
	return results != NULL;
}

/* Copies, if it can be read. The kernel says so without a signal. */
int __secateur_peek(void *to, const void *from, size_t n)
{
	int ends[2];
	if (pipe(ends)) return 0;
	int whole = write(ends[1], from, n) == (ssize_t)n && read(ends[0], to, n) == (ssize_t)n;
	close(ends[0]);
	close(ends[1]);
	return whole;
}

void __secateur_result(const void *value, size_t n, const char *place)
{
	uint32_t sizes[2] = { (uint32_t)strlen(place), (uint32_t)n };
	if (!results || results->used + sizeof sizes + sizes[0] + n > sizeof results->bytes) return;
	unsigned char *to = results->bytes + results->used;
	memcpy(to, sizes, sizeof sizes);
	memcpy(to + sizeof sizes, place, sizes[0]);
	memcpy(to + sizeof sizes + sizes[0], value, n);
	results->used += sizeof sizes + sizes[0] + n;
}

void __secateur_fixed_object(void *p, size_t n)
{
	uintptr_t first = (uintptr_t)p & ~(uintptr_t)4095;
	void *wanted = (void *)first;
	/* Without the flag that keeps what is there: an address in use is not given. */
	if (mmap(wanted, (uintptr_t)p + n - first, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != wanted)
		say("a fixed object is not at its address");
}

#ifdef _SECATEUR_SETJMP_MASKS_H
/* Our headers of musl make sigsetjmp of these and setjmp (musl/setjmp_masks.h). */
void __secateur_save_mask(sigjmp_buf env, int save)
{
	env->__fl = save != 0;
	if (save) sigprocmask(SIG_SETMASK, NULL, (sigset_t *)env->__ss);
}

int __secateur_restore_mask(sigjmp_buf env, int jumped)
{
	if (jumped && env->__fl) sigprocmask(SIG_SETMASK, (sigset_t *)env->__ss, NULL);
	return jumped;
}
#endif

/* --- error functions -------------------------------------------------------- */

static _Noreturn void failed(const char *expression, const char *file, unsigned line, const char *function)
{
	fflush(NULL);
	fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, expression);
	abort();
}

WEAK _Noreturn void __secateur_assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
	failed(expression, file, line, function);
}

WEAK _Noreturn void klee_assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
	failed(expression, file, line, function);
}

/* Instrumented code calls this first of all in an error function of the program's own. */
_Noreturn void __secateur_error_call(void)
{
	say("error function called");
	trace->flags |= ERROR_CALLED;
	abort();
}

WEAK void reach_error(void)
{
	__secateur_error_call();
}

WEAK void __VERIFIER_error(void)
{
	__secateur_error_call();
}
