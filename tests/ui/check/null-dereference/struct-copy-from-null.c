// Assigning a whole struct from a null pointer reads through it.
#include <stddef.h>

struct state {
    long registers[8];
};

static struct state *saved;

static void restore(struct state *state)
{
    *state = *saved; //~ null-dereference
}

int main(void)
{
    struct state state = {{0}};
    restore(&state);
    return (int)state.registers[0];
}
