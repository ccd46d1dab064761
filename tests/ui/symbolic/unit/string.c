//@ args: --function trim --non-null --max-length 3
//@ covered: 8
// A `char *` without a length is a string in a block of just its size; a write behind its end is seen.
#include <string.h>
char *trim(char *s) {
    size_t n = strlen(s);
    while (n > 0 && s[n - 1] == ' ') n--;
    if (n == 2 && s[0] == '!') s[4] = 'x'; //~ out-of-bounds-write
    s[n] = 0;
    return s;
}
