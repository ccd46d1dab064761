/* The floating-point environment of the virtual machine: arithmetic always
 * rounds to nearest and raises no flags, so only flags that the program raises
 * itself are ever set, and asking for another rounding mode fails (the C
 * standard allows that) instead of being ignored. */

#include <fenv.h>
#include <features.h>

hidden int __fesetround(int);

static int raised;

int feclearexcept(int mask)
{
	raised &= ~(mask & FE_ALL_EXCEPT);
	return 0;
}

int feraiseexcept(int mask)
{
	raised |= mask & FE_ALL_EXCEPT;
	return 0;
}

int fetestexcept(int mask)
{
	return raised & mask & FE_ALL_EXCEPT;
}

int fegetround(void)
{
	return FE_TONEAREST;
}

int __fesetround(int mode)
{
	return mode != FE_TONEAREST;
}

/* In the shape that the processor would leave: everything masked, to nearest. */
int fegetenv(fenv_t *env)
{
	*env = (fenv_t){ .__control_word = 0x37f, .__tags = 0xffff, .__mxcsr = 0x1f80 | raised };
	return 0;
}

int fesetenv(const fenv_t *env)
{
	raised = env == FE_DFL_ENV ? 0 : env->__mxcsr & FE_ALL_EXCEPT;
	return 0;
}
