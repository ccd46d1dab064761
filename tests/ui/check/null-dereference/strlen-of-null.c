// A setting that is absent is null, and strlen does not accept null.
#include <stdlib.h>
#include <string.h>

static size_t length_of_setting(const char *name)
{
    const char *value = getenv(name);
    return strlen(value); //~ null-dereference
}

int main(void)
{
    return length_of_setting("SECATEUR_UI_NOT_SET") > 0;
}
