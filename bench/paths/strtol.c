// The C library's strtol on 6 bytes and the end: blanks, a sign, digits, and what it stops at.
#include <secateur.h>
#include <stdlib.h>

enum { BYTES = 6 };

int main(void) {
    char text[BYTES + 1], *end;
    secateur_symbolic(text, BYTES, "text");
    text[BYTES] = '\0';
    long value = strtol(text, &end, 10);
    if (end == text)
        return 1;
    return value == 1234 ? 2 : 0;
}
