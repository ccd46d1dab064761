//@ space: 3 bytes; 0,9 0,9 0,9
// A pointer that two bytes may move on writes over a place that nobody named.
#include <secateur.h>
static unsigned char in[3];
static struct { char text[2], end; } record = {"", 7};
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    char *at = (char *)&record;
    if (in[0] > 7)
        at++;
    if (in[1] > 7)
        at++;
    *at = 'x';
    if (in[2] > 7)
        secateur_assert(record.end == 7); //~ assertion-failure
    return 0;
}
