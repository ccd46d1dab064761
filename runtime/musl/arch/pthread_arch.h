/* The thread pointer: the one thread's descriptor is an ordinary global
 * (defined in start.c), so `errno` is a field at a constant address. */

__attribute__((__visibility__("hidden")))
extern struct __pthread __secateur_thread;

static inline uintptr_t __get_tp(void)
{
	return (uintptr_t)&__secateur_thread;
}

#define MC_PC gregs[REG_RIP]
