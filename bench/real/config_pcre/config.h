/* What PCRE's configure script finds out, for the library of 8-bit characters without UTF. */
#define HAVE_MEMMOVE 1
#define HAVE_STDINT_H 1
#define HAVE_STRERROR 1
#define SUPPORT_PCRE8 1
#define LINK_SIZE 2
#define MATCH_LIMIT 10000000
#define MATCH_LIMIT_RECURSION MATCH_LIMIT
#define MAX_NAME_COUNT 10000
#define MAX_NAME_SIZE 32
#define NEWLINE 10
#define PARENS_NEST_LIMIT 250
#define POSIX_MALLOC_THRESHOLD 10
