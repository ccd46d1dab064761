//@ space: 3 bytes; 0,9 0,9 0,9
// A list that two bytes put something into, and a third walks along.
#include <secateur.h>
#include <stdlib.h>
struct cell { struct cell *next; };
static unsigned char in[3];
static struct cell *list;
static void insert(unsigned char value)
{
    struct cell *cell = value > 7 ? malloc(sizeof *cell) : 0;
    if (!cell)
        return;
    cell->next = list;
    list = cell;
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    insert(in[0]);
    insert(in[1]);
    if (in[2] > 7)
        secateur_assert(!list || !list->next); //~ assertion-failure
    return 0;
}
