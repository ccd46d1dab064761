// A look-up that finds nothing returns null, and its caller reads a member through it.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct entry {
    const char *key;
    int value;
};

static const struct entry table[2] = {{"width", 80}, {"height", 24}};

static const struct entry *find(const char *key)
{
    for (int i = 0; i < 2; i++)
        if (strcmp(table[i].key, key) == 0)
            return &table[i];
    return NULL;
}

int main(void)
{
    int width = find("width")->value;
    int depth = find("depth")->value; //~ null-dereference
    printf("%d %d\n", width, depth);
    return 0;
}
