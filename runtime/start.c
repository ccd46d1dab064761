/* The start of a program: what a C library does between the kernel's hand-over
 * and main. The virtual machine calls __secateur_start first, then the
 * constructors, then main, then exit with main's result. */

#define _GNU_SOURCE
#include <elf.h>
#include <unistd.h>
#include "pthread_impl.h"
#include "libc.h"
#include "syscall.h"

hidden struct __pthread __secateur_thread;

/* Read by the library when a thread ends; there is one, so it stays zero. */
volatile int __thread_list_lock;

/* Programs may ask for random bytes through getauxval(AT_RANDOM). Runs must
 * repeat, so these are always the same. */
static const unsigned char random_bytes[16] = {
	0x53, 0x65, 0x63, 0x61, 0x74, 0x65, 0x75, 0x72,
	0x9d, 0x2b, 0x61, 0xf4, 0x07, 0xc8, 0x3e, 0xa5,
};

/* What the kernel would put on the stack after the environment. */
static size_t auxiliary[] = {
	AT_PAGESZ, 4096,
	AT_CLKTCK, 100,
	AT_RANDOM, (size_t)random_bytes,
	AT_EXECFN, 0,
	AT_SECURE, 0,
	AT_NULL, 0,
};

static void set_program_name(char *name)
{
	if (!name) name = "";
	__progname = __progname_full = name;
	for (char *p = name; *p; p++)
		if (*p == '/') __progname = p + 1;
	for (size_t *entry = auxiliary; entry[0]; entry += 2)
		if (entry[0] == AT_EXECFN) entry[1] = (size_t)name;
}

static void set_up_thread(void)
{
	pthread_t self = __pthread_self();
	self->self = self->prev = self->next = self;
	self->detach_state = DT_JOINABLE;
	self->tid = __secateur_syscall(SYS_gettid, 0, 0, 0, 0, 0, 0);
	self->locale = &libc.global_locale;
	self->robust_list.head = &self->robust_list.head;
}

int __secateur_start(int argc, char **argv, char **envp)
{
	__environ = envp;
	libc.auxv = auxiliary;
	libc.page_size = 4096;
	set_program_name(argc > 0 ? argv[0] : 0);
	set_up_thread();
	return 0;
}
