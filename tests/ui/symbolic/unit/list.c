//@ args: --function delete
//@ paths: 10
//@ covered: 4
// Lists have up to --pointer-depth nodes; what the function frees is not looked at afterwards.
#include <stdlib.h>
struct node { int value; struct node *next; };
struct node *delete(struct node *head, int v) {
    struct node **at = &head;
    while (*at) {
        if ((*at)->value == v) {
            struct node *dead = *at;
            *at = dead->next;
            free(dead);
            break;
        }
        at = &(*at)->next;
    }
    return head;
}
