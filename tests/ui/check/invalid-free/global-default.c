// A name that still is the global default is freed like one that was set.
#include <stdlib.h>

static char default_name[] = "none";
static char *name = default_name;

static void set_name(char *new_name)
{
    free(name); //~ invalid-free
    name = new_name;
}

int main(void)
{
    char *fresh = malloc(8);
    if (!fresh)
        return 0;
    fresh[0] = '\0';
    set_name(fresh);
    return 0;
}
