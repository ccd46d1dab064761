// A list grows and shrinks by the messages; how long it is matters at the end.
#include <secateur.h>
#include <stdlib.h>
struct node {
    struct node *next;
    int tag;
};
static unsigned char in[4];
static struct node *list;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    for (int i = 0; i < 4; i++) {
        if (in[i] > 100) {
            struct node *n = malloc(sizeof *n);
            if (!n)
                return 0;
            n->next = list;
            n->tag = i & 1;
            list = n;
        } else if (list) {
            struct node *n = list;
            list = n->next;
            free(n);
        }
    }
    secateur_assert(!list || list->next || list->tag != 1); //~ assertion-failure
    secateur_assert(!list || !list->next || !list->next->next || list->next->next->next); //~ assertion-failure
    secateur_assert(list); //~ assertion-failure
    return 0;
}
