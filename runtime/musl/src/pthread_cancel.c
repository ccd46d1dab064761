/* Cancellation in a program with one thread: only the thread itself can ask
 * for it, so a flag that is looked at before each system call that may wait
 * says all there is to know. */

#include "pthread_impl.h"
#include "syscall.h"

hidden long __cancel(void);
hidden long __syscall_cp_c(syscall_arg_t, syscall_arg_t, syscall_arg_t, syscall_arg_t,
	syscall_arg_t, syscall_arg_t, syscall_arg_t);

/* The musl-specific "masked" state lets the call fail instead of ending the
 * thread, once. */
long __cancel(void)
{
	pthread_t self = __pthread_self();
	if (self->canceldisable == PTHREAD_CANCEL_ENABLE || self->cancelasync)
		pthread_exit(PTHREAD_CANCELED);
	self->canceldisable = PTHREAD_CANCEL_DISABLE;
	return -ECANCELED;
}

void __testcancel(void)
{
	pthread_t self = __pthread_self();
	if (self->cancel && !self->canceldisable) __cancel();
}

/* Closing a file must not be left half done, so it only honours a plain
 * request. */
long __syscall_cp_c(syscall_arg_t n, syscall_arg_t a, syscall_arg_t b, syscall_arg_t c,
	syscall_arg_t d, syscall_arg_t e, syscall_arg_t f)
{
	pthread_t self = __pthread_self();
	if (self->cancel && self->canceldisable != PTHREAD_CANCEL_DISABLE
	    && !(n == SYS_close && self->canceldisable))
		return __cancel();
	return __syscall(n, a, b, c, d, e, f);
}

int pthread_cancel(pthread_t t)
{
	t->cancel = 1;
	if (t->canceldisable == PTHREAD_CANCEL_ENABLE && t->cancelasync)
		pthread_exit(PTHREAD_CANCELED);
	return 0;
}
