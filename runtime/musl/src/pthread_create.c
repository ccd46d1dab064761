/* Threads, in a machine that runs one: making another fails, as it does on a
 * system that has reached its limit (EAGAIN, which every caller must expect);
 * ending the only thread ends the program. */

#include <errno.h>
#include <stdlib.h>
#include "pthread_impl.h"

/* The list of threads has one element that never changes. */
void __tl_lock(void)
{
}

void __tl_unlock(void)
{
}

void __tl_sync(pthread_t t)
{
}

int __pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attr,
	void *(*entry)(void *), void *restrict arg)
{
	return EAGAIN;
}

_Noreturn void __pthread_exit(void *result)
{
	pthread_t self = __pthread_self();
	self->canceldisable = 1;
	self->cancelasync = 0;
	self->result = result;
	while (self->cancelbuf) {
		struct __ptcb *cleanup = self->cancelbuf;
		self->cancelbuf = cleanup->__next;
		cleanup->__f(cleanup->__x);
	}
	__pthread_tsd_run_dtors();
	exit(0);
}

void __do_cleanup_push(struct __ptcb *cleanup)
{
	cleanup->__next = __pthread_self()->cancelbuf;
	__pthread_self()->cancelbuf = cleanup;
}

void __do_cleanup_pop(struct __ptcb *cleanup)
{
	__pthread_self()->cancelbuf = cleanup->__next;
}

weak_alias(__pthread_exit, pthread_exit);
weak_alias(__pthread_create, pthread_create);
