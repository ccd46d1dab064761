/* New processes through clone, as posix_spawn (and so system and popen) makes
 * them. The virtual machine refuses the call; the callers turn that into
 * their own error. */

#include <stdarg.h>
#include <unistd.h>
#include "pthread_impl.h"
#include "syscall.h"

int __clone(int (*func)(void *), void *stack, int flags, void *arg, ...)
{
	va_list ap;
	va_start(ap, arg);
	int *parent_tid = va_arg(ap, int *);
	void *tls = va_arg(ap, void *);
	int *child_tid = va_arg(ap, int *);
	va_end(ap);
	int r = __syscall(SYS_clone, flags, stack, parent_tid, child_tid, tls);
	if (!r) _Exit(func(arg));
	return r;
}
