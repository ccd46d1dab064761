// What follows in the small programs: branches on input of its own. Whoever comes here has 2^REST paths before him,
// unless he is known to differ from no one who came before.
#include <secateur.h>

#ifndef REST
#define REST 6
#endif

static void nothing(void) {}

static void rest(void) {
    unsigned char bytes[REST];
    secateur_symbolic(bytes, sizeof bytes, "rest");
    for (int i = 0; i < REST; i++)
        if (bytes[i] == 'a' + i)
            nothing();
}
