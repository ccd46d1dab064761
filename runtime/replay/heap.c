/* The allocator of native builds that are compared with the virtual machine.
 *
 * It hands out addresses in the order of allocation, as the machine does, and
 * a block has exactly the size that was asked for. So a program that asks which
 * of two blocks lies first, or how much room a block has, goes the same way in
 * both. As there, what is freed is used again after many others were freed.
 *
 * The names are weak: a program that brings its own allocator has that one.
 * Sanitizer builds have the sanitizer's. */

#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define WEAK __attribute__((__weak__))
#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

/* Blocks that were freed are not used again before as many more were, as in the
 * machine (HEAP_QUARANTINE), or before they are as many bytes. */
#define KEPT 65536
#define KEPT_BYTES ((size_t)512 << 20)
/* Where addresses begin: far from everything else, so that there is room. */
#define FIRST ((uintptr_t)1 << 44)
#define STEP ((size_t)1 << 20)
/* A block of this size gives its memory back when it is freed; one of the second,
 * its addresses too, which are not used again. */
#define LARGE ((size_t)1 << 16)
#define HUGE ((size_t)1 << 26)
/* One of this size is no block. */
#define TOO_LARGE ((size_t)1 << 40)
#define PAGE ((uintptr_t)4096)

/* Before each block. */
struct head {
	size_t size;         /* as it was asked for */
	struct head *next;   /* freed: the one that was freed after it */
	uint32_t room;       /* binary logarithm of the bytes that it has */
	uint32_t state;
	uint64_t unused;     /* blocks are aligned to 16 bytes */
};

enum { LIVE = 0x6c697665, FREED = 0x66726565 };

static uintptr_t next_address = FIRST, end_address = FIRST;
static struct head *oldest, *newest;
static size_t kept, kept_bytes;
static struct head *again[64];
static char locked;

static void lock(void)
{
	while (__atomic_test_and_set(&locked, __ATOMIC_ACQUIRE)) {}
}

static void unlock(void)
{
	__atomic_clear(&locked, __ATOMIC_RELEASE);
}

static struct head *head_of(void *p)
{
	return (struct head *)p - 1;
}

static uint32_t logarithm(size_t n)
{
	uint32_t bits = 5;
	while (((size_t)1 << bits) < n) bits++;
	return bits;
}

static void *refuse(void)
{
	errno = ENOMEM;
	return NULL;
}

/* The block that was freed longest ago may be used again. */
static void reuse_oldest(void)
{
	struct head *head = oldest;
	oldest = head->next;
	if (!oldest) newest = NULL;
	kept--;
	kept_bytes -= (size_t)1 << head->room;
	head->next = again[head->room];
	again[head->room] = head;
}

/* Makes addresses up to `end` usable. */
static int reach(uintptr_t end)
{
	if (end <= end_address) return 1;
	uintptr_t wanted = (end + STEP - 1) & -STEP;
	void *at = (void *)end_address;
	int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE;
	if (mmap(at, wanted - end_address, PROT_READ | PROT_WRITE, flags, -1, 0) != at) return 0;
	end_address = wanted;
	return 1;
}

/* Whether the block holds zeros is said in `fresh`. */
static struct head *find(size_t align, size_t n, int *fresh)
{
	uint32_t room = n < HUGE ? logarithm(n) : 0;
	/* Memory that was given back is zero again, but for its ends. */
	*fresh = 0;
	if (room && align == 16 && again[room]) {
		struct head *head = again[room];
		again[room] = head->next;
		*head = (struct head){ .size = n, .room = room, .state = LIVE };
		return head;
	}
	*fresh = 1;
	size_t bytes = room ? (size_t)1 << room : (n + PAGE - 1) & -PAGE;
	uintptr_t at = (next_address + sizeof(struct head) + align - 1) & -(uintptr_t)align;
	if (!reach(at + bytes)) return NULL;
	next_address = at + bytes;
	struct head *head = head_of((void *)at);
	*head = (struct head){ .size = n, .room = room, .state = LIVE };
	return head;
}

static void *take(size_t align, size_t n, int *fresh)
{
	if (align < 16) align = 16;
	if (n >= TOO_LARGE || align >= TOO_LARGE) return refuse();
	lock();
	struct head *head = find(align, n, fresh);
	while (!head && oldest) {
		reuse_oldest();
		if (again[logarithm(n)]) head = find(align, n, fresh);
	}
	unlock();
	return head ? head + 1 : refuse();
}

WEAK void *malloc(size_t n)
{
	int fresh;
	return take(16, n, &fresh);
}

WEAK void *calloc(size_t m, size_t n)
{
	size_t size;
	int fresh;
	if (__builtin_mul_overflow(m, n, &size)) return refuse();
	void *p = take(16, size, &fresh);
	if (p && !fresh) memset(p, 0, size);
	return p;
}

WEAK void free(void *p)
{
	if (!p) return;
	struct head *head = head_of(p);
	/* The machine has told of it. */
	if (head->state != LIVE) abort();
	lock();
	head->state = FREED;
	head->next = NULL;
	if (head->size >= LARGE) {
		uintptr_t first = ((uintptr_t)p + PAGE - 1) & -PAGE, last = ((uintptr_t)p + head->size) & -PAGE;
		int before = errno;
		if (head->room) madvise((void *)first, last - first, MADV_DONTNEED);
		else munmap((void *)first, last - first);
		errno = before;
	}
	if (head->room) {
		if (newest) newest->next = head;
		else oldest = head;
		newest = head;
		kept++;
		kept_bytes += (size_t)1 << head->room;
		while (kept > KEPT || kept_bytes > KEPT_BYTES) reuse_oldest();
	}
	unlock();
}

WEAK void *realloc(void *p, size_t n)
{
	if (!p) return malloc(n);
	size_t size = head_of(p)->size;
	void *new = malloc(n);
	if (!new) return NULL;
	memcpy(new, p, size < n ? size : n);
	free(p);
	return new;
}

WEAK void *memalign(size_t align, size_t n)
{
	int fresh;
	if (!align || align & (align - 1)) {
		errno = EINVAL;
		return NULL;
	}
	return take(align, n, &fresh);
}

WEAK void *aligned_alloc(size_t align, size_t n)
{
	return memalign(align, n);
}

WEAK int posix_memalign(void **p, size_t align, size_t n)
{
	int fresh, before = errno;
	if (align < sizeof(void *) || align & (align - 1)) return EINVAL;
	void *new = take(align, n, &fresh);
	errno = before;
	if (!new) return ENOMEM;
	*p = new;
	return 0;
}

WEAK size_t malloc_usable_size(void *p)
{
	return p ? head_of(p)->size : 0;
}
