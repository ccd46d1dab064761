//@ paths: 2
// A literal that libc has too is another object than libc's, in the machine and natively, where a linker would make one of
// both: no test takes another way there.
#include <langinfo.h>
#include <locale.h>
#include <secateur.h>

static const char *const own = "UTF-8";

int main(void) {
    int is_asked = secateur_range(0, 2, "is_asked");
    setlocale(LC_ALL, "");
    if (!is_asked)
        return 0;
    return nl_langinfo(CODESET) == own;
}
