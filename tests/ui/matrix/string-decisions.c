// The library decides about strings inside one call, and the results decide afterwards.
#include <secateur.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char in[5];
    secateur_symbolic(in, sizeof in, "in");
    in[4] = 0;
    size_t length = strlen(in);
    if (length == 3 && strchr(in, ':') == in + 1)
        return 1;
    if (strncmp(in, "-1", 2) == 0 && atoi(in) == -12)
        return 2;
    if (memcmp(in, "no", 2) == 0)
        return 3;
    return length == 4;
}
