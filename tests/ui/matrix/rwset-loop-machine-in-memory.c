// The same kind of machine in a heap object behind a pointer, driven by a function for each state.
#include <secateur.h>
#include <stdlib.h>
struct machine {
    void (*now)(struct machine *, unsigned char);
    unsigned char seen, spare[3];
};
static void idle(struct machine *m, unsigned char c);
static void busy(struct machine *m, unsigned char c);
static void idle(struct machine *m, unsigned char c)
{
    if (c > 128)
        m->now = busy;
    m->spare[0] = c;
}
static void busy(struct machine *m, unsigned char c)
{
    if (c < 64) {
        m->now = idle;
        m->seen++;
    }
    m->spare[1] = c;
}
int main(void)
{
    unsigned char in[4];
    secateur_symbolic(in, sizeof in, "in");
    struct machine *m = calloc(1, sizeof *m);
    if (!m)
        return 0;
    m->now = idle;
    for (int i = 0; i < 4; i++)
        m->now(m, in[i]);
    secateur_assert(m->seen != 2); //~ assertion-failure
    secateur_assert(m->seen != 1 || m->now != busy); //~ assertion-failure
    free(m);
    return 0;
}
