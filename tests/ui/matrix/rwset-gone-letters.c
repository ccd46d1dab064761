// Letters are copied with a length that nobody knows, and looked at one after the other: what was said about the first ones
// says nothing about the rest.
#include <secateur.h>
#include <string.h>
static unsigned char text[6], copy[6];
static unsigned length;
static volatile int sink;
int main(void)
{
    secateur_symbolic(text, sizeof text, "text");
    secateur_symbolic(&length, sizeof length, "length");
    secateur_assume(length >= 1 && length <= sizeof text);
    memcpy(copy, text, length);
    for (unsigned i = 0; i < length; i++) {
        if (copy[i] == 'a')
            sink = 1;
        else if (copy[i] > 'x')
            sink = 2;
        secateur_assert(i != 4 || copy[i] != 'q'); //~ assertion-failure
    }
    secateur_assert(length != 3); //~ assertion-failure
    return 0;
}
