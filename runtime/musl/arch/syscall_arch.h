/* System calls of the C library, as calls of one function that the virtual
 * machine provides. Numbers, arguments and negative error codes are those of
 * Linux on x86_64.
 *
 * Calls about signals never leave the program: who handles which signal, and
 * which ones are blocked, is state of the program, so it lives in its memory
 * (signals.c) and is forked, restored and compared with the rest of it.
 *
 * There is no vDSO here, so none of the VDSO_ macros is defined. */

#define __SYSCALL_LL_E(x) (x)
#define __SYSCALL_LL_O(x) (x)

long __secateur_syscall(long n, long a, long b, long c, long d, long e, long f);

__attribute__((__visibility__("hidden")))
long __secateur_signal_call(long n, long a, long b, long c, long d);

/* The number is nearly always a constant, and then the switch costs nothing. */
static __inline __attribute__((__always_inline__))
long __secateur_route(long n, long a, long b, long c, long d, long e, long f)
{
	switch (n) {
	case SYS_rt_sigaction:
	case SYS_rt_sigprocmask:
	case SYS_rt_sigpending:
	case SYS_rt_sigsuspend:
	case SYS_rt_sigtimedwait:
	case SYS_rt_sigqueueinfo:
	case SYS_sigaltstack:
	case SYS_kill:
	case SYS_tkill:
	case SYS_tgkill:
		return __secateur_signal_call(n, a, b, c, d);
	}
	return __secateur_syscall(n, a, b, c, d, e, f);
}

static __inline long __syscall0(long n)
{
	return __secateur_route(n, 0, 0, 0, 0, 0, 0);
}

static __inline long __syscall1(long n, long a)
{
	return __secateur_route(n, a, 0, 0, 0, 0, 0);
}

static __inline long __syscall2(long n, long a, long b)
{
	return __secateur_route(n, a, b, 0, 0, 0, 0);
}

static __inline long __syscall3(long n, long a, long b, long c)
{
	return __secateur_route(n, a, b, c, 0, 0, 0);
}

static __inline long __syscall4(long n, long a, long b, long c, long d)
{
	return __secateur_route(n, a, b, c, d, 0, 0);
}

static __inline long __syscall5(long n, long a, long b, long c, long d, long e)
{
	return __secateur_route(n, a, b, c, d, e, 0);
}

static __inline long __syscall6(long n, long a, long b, long c, long d, long e, long f)
{
	return __secateur_route(n, a, b, c, d, e, f);
}

#define IPC_64 0
