/* The library's own header, under the name that its build gives it. */
#include "pcre.h.generic"
