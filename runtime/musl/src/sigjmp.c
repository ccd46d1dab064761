/* The blocked signals that sigsetjmp saves and a jump back restores; see
 * setjmp_masks.h, which is added to the installed <setjmp.h>. */

#include <setjmp.h>
#include <signal.h>
#include "syscall.h"

void __secateur_save_mask(sigjmp_buf env, int save)
{
	env->__fl = save != 0;
	if (save) __syscall(SYS_rt_sigprocmask, SIG_SETMASK, 0, env->__ss, _NSIG/8);
}

/* `jumped` is setjmp's result: zero on the way in, and the caller's answer. */
int __secateur_restore_mask(sigjmp_buf env, int jumped)
{
	if (jumped && env->__fl)
		__syscall(SYS_rt_sigprocmask, SIG_SETMASK, env->__ss, 0, _NSIG/8);
	return jumped;
}
