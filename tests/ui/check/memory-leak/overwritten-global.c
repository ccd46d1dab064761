//@ args: --check all
//@ sanitizer: leak
// Setting a global name a second time overwrites the only pointer to the first.
#include <stdlib.h>
#include <string.h>

static char *name;

static void set_name(const char *text)
{
    name = calloc(1, strlen(text) + 1); //~ memory-leak
    if (name)
        strcpy(name, text);
}

int main(void)
{
    set_name("first name");
    set_name("second");
    return 0;
}
