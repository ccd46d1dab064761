/* Signals that a program sends to itself: actions, the blocked set, pending
 * signals and the call of handlers, as Linux does it for a process with one
 * thread. Everything that waits for somebody else, and every signal whose
 * action is to end or stop the process, goes on to the virtual machine.
 *
 * Real-time signals do not queue: a second one is merged with the first while
 * it is pending, as with all other signals. */

#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <ucontext.h>
#include "pthread_impl.h"
#include "syscall.h"
#include "ksigaction.h"

#define LAST_SIGNAL (_NSIG - 1)
#define BIT(sig) (UINT64_C(1) << ((sig) - 1))

/* These two can be neither handled, ignored nor blocked. */
#define UNCATCHABLE (BIT(SIGKILL) | BIT(SIGSTOP))
#define IGNORED_BY_DEFAULT (BIT(SIGCHLD) | BIT(SIGCONT) | BIT(SIGURG) | BIT(SIGWINCH))

static struct k_sigaction actions[_NSIG];
static siginfo_t infos[_NSIG]; /* of the pending ones */
static uint64_t blocked, pending;
static stack_t alternate_stack = { .ss_flags = SS_DISABLE };

static long own_pid(void)
{
	return __secateur_syscall(SYS_getpid, 0, 0, 0, 0, 0, 0);
}

static uint64_t load_set(const void *from)
{
	uint64_t set;
	memcpy(&set, from, sizeof set);
	return set & ~UNCATCHABLE;
}

static int is_ignored(int sig)
{
	void (*handler)(int) = actions[sig].handler;
	return handler == SIG_IGN || (handler == SIG_DFL && (IGNORED_BY_DEFAULT & BIT(sig)));
}

static void call_handler(int sig, const siginfo_t *info)
{
	struct k_sigaction action = actions[sig];
	uint64_t before = blocked;
	blocked |= load_set(action.mask);
	if (!(action.flags & SA_NODEFER)) blocked |= BIT(sig);
	if (action.flags & SA_RESETHAND) actions[sig].handler = SIG_DFL;
	if (action.flags & SA_SIGINFO) {
		siginfo_t copy = *info;
		ucontext_t context = { .uc_stack = alternate_stack };
		memcpy(&context.uc_sigmask, &before, sizeof before);
		void (*handler)(int, siginfo_t *, void *) =
			(void (*)(int, siginfo_t *, void *))action.handler;
		handler(sig, &copy, &context);
		/* A handler may change the set that holds after its return. */
		memcpy(&before, &context.uc_sigmask, sizeof before);
	} else {
		action.handler(sig);
	}
	blocked = before & ~UNCATCHABLE;
}

/* A handler that ends in longjmp never comes back here, so nothing may be
 * left to do after a call, and each round starts from the global state. */
static void deliver_pending(void)
{
	uint64_t ready;
	while ((ready = pending & ~blocked)) {
		int sig = __builtin_ctzll(ready) + 1;
		siginfo_t info = infos[sig];
		pending &= ~BIT(sig);
		if (is_ignored(sig)) continue;
		if (actions[sig].handler == SIG_DFL)
			__secateur_syscall(SYS_kill, own_pid(), sig, 0, 0, 0, 0);
		else
			call_handler(sig, &info);
	}
}

static long send(int sig, const siginfo_t *info)
{
	if (sig < 0 || sig > LAST_SIGNAL) return -EINVAL;
	if (sig == 0) return 0;
	if (is_ignored(sig) && !(blocked & BIT(sig))) return 0;
	if (!(pending & BIT(sig))) infos[sig] = *info;
	pending |= BIT(sig);
	deliver_pending();
	return 0;
}

static long send_plain(int sig, int code)
{
	siginfo_t info = { .si_signo = sig, .si_code = code };
	info.si_pid = own_pid();
	info.si_uid = __secateur_syscall(SYS_getuid, 0, 0, 0, 0, 0, 0);
	return send(sig, &info);
}

/* For the virtual machine: a signal from outside, such as the end of an
 * alarm. Call it between two instructions of the program. */
void __secateur_deliver_signal(int sig)
{
	siginfo_t info = { .si_signo = sig, .si_code = SI_KERNEL };
	send(sig, &info);
}

static long change_action(int sig, const struct k_sigaction *new, struct k_sigaction *old)
{
	if (sig < 1 || sig > LAST_SIGNAL) return -EINVAL;
	if (new && (BIT(sig) & UNCATCHABLE)) return -EINVAL;
	if (old) *old = actions[sig];
	if (new) {
		actions[sig] = *new;
		if (is_ignored(sig)) pending &= ~BIT(sig);
	}
	return 0;
}

static long change_blocked(int how, const void *new, void *old)
{
	uint64_t before = blocked;
	if (new) {
		uint64_t set = load_set(new);
		switch (how) {
		case SIG_BLOCK: blocked |= set; break;
		case SIG_UNBLOCK: blocked &= ~set; break;
		case SIG_SETMASK: blocked = set; break;
		default: return -EINVAL;
		}
	}
	if (old) memcpy(old, &before, sizeof before);
	deliver_pending();
	return 0;
}

/* Waiting with nothing pending means waiting for another process. */
static long suspend(const void *set)
{
	uint64_t before = blocked;
	blocked = load_set(set);
	if (pending & ~blocked) deliver_pending();
	else __secateur_syscall(SYS_pause, 0, 0, 0, 0, 0, 0);
	blocked = before;
	deliver_pending();
	return -EINTR;
}

static long take_pending(const void *set, siginfo_t *info, const void *timeout)
{
	uint64_t wanted = load_set(set) & pending;
	if (!wanted)
		return __secateur_syscall(SYS_rt_sigtimedwait, (long)set, (long)info,
			(long)timeout, _NSIG/8, 0, 0);
	int sig = __builtin_ctzll(wanted) + 1;
	pending &= ~BIT(sig);
	if (info) *info = infos[sig];
	return sig;
}

static long change_stack(const stack_t *new, stack_t *old)
{
	if (old) *old = alternate_stack;
	if (new) {
		if (new->ss_flags & ~SS_DISABLE) return -EINVAL;
		if (!(new->ss_flags & SS_DISABLE) && new->ss_size < MINSIGSTKSZ) return -ENOMEM;
		alternate_stack = *new;
	}
	return 0;
}

/* Zero and minus one mean "my group" and "everybody I may signal"; this
 * process is in both, and there is nobody else. */
static int names_us(long pid)
{
	return pid == 0 || pid == -1 || pid == own_pid();
}

/* All arguments arrive as in the system call; `d` is the size of a set. */
long __secateur_signal_call(long n, long a, long b, long c, long d)
{
	switch (n) {
	case SYS_rt_sigaction:
		return change_action(a, (void *)b, (void *)c);
	case SYS_rt_sigprocmask:
		return change_blocked(a, (void *)b, (void *)c);
	case SYS_rt_sigpending:
		memcpy((void *)a, &pending, sizeof pending);
		return 0;
	case SYS_rt_sigsuspend:
		return suspend((void *)a);
	case SYS_rt_sigtimedwait:
		return take_pending((void *)a, (void *)b, (void *)c);
	case SYS_sigaltstack:
		return change_stack((void *)a, (void *)b);
	case SYS_rt_sigqueueinfo:
		if (names_us(a)) return send(b, (void *)c);
		break;
	case SYS_kill:
		if (names_us((int)a)) return send_plain(b, SI_USER);
		break;
	case SYS_tkill:
		if (a == __pthread_self()->tid) return send_plain(b, SI_TKILL);
		break;
	case SYS_tgkill:
		if (b == __pthread_self()->tid) return send_plain(c, SI_TKILL);
		break;
	}
	return __secateur_syscall(n, a, b, c, d, 0, 0);
}
