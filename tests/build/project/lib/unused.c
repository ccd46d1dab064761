/* In the library, but not in the program: the linker leaves it out. It would not be explored: musl has no such header. */
#include <gnu/libc-version.h>
const char *unused(void);
const char *unused(void)
{
	return gnu_get_libc_version();
}
