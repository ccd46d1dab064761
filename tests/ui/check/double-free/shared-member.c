// Two structs that share a name after a shallow copy both free it.
#include <stdlib.h>
#include <string.h>

struct user {
    char *name;
    int id;
};

static void destroy(struct user *user)
{
    free(user->name); //~ double-free
    user->name = NULL;
}

int main(void)
{
    struct user first = {malloc(8), 1};
    if (!first.name)
        return 0;
    strcpy(first.name, "gert");
    struct user second = first;
    destroy(&first);
    destroy(&second);
    return 0;
}
