// A variable of the environment is set on one path.
#include <secateur.h>
#include <stdlib.h>
#include <string.h>
static unsigned char in[2];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    setenv("LEVEL", "low", 1);
    if (in[0] > 100)
        setenv("LEVEL", "high", 1);
    else if (in[0] > 50)
        unsetenv("LEVEL");
    if (in[1] > 7)
        sink = 1;
    const char *level = getenv("LEVEL");
    secateur_assert(level != 0); //~ assertion-failure
    secateur_assert(level[0] != 'h'); //~ assertion-failure
    secateur_assert(level[0] != 'l'); //~ assertion-failure
    return 0;
}
