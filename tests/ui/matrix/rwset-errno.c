// A call that failed left its error behind, and one that went well did not.
#include <errno.h>
#include <secateur.h>
#include <stdlib.h>
static unsigned char in[2];
static volatile long sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    const char *text = "9";
    if (in[0] > 7)
        text = "99999999999999999999";
    sink = strtol(text, 0, 10);
    text = 0;
    if (in[1] > 7)
        sink = 1;
    secateur_assert(errno != ERANGE); //~ assertion-failure
    secateur_assert(errno != 0); //~ assertion-failure
    return 0;
}
