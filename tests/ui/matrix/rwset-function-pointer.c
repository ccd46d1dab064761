// Only a function's address in a heap object differs, and nobody compares it: it is called.
#include <secateur.h>
#include <stdlib.h>
struct device {
    int id;
    void (*stop)(int);
};
static unsigned char in[2];
static void loud(int id)
{
    secateur_assert(id != 3); //~ assertion-failure
}
static void quiet(int id)
{
    if (id == 4)
        secateur_assert(in[1] < 8); //~ assertion-failure
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    struct device *d = malloc(sizeof *d);
    if (!d)
        return 0;
    d->id = 3;
    d->stop = quiet;
    if (in[0] > 7)
        d->stop = loud;
    if (in[1] > 7)
        d->id++;
    d->stop(d->id);
    free(d);
    return 0;
}
