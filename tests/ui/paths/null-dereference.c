//@ space: 1 bytes
// A search that finds nothing returns no pointer, and one caller does not look.
#include <secateur.h>
struct entry { int key, value; };
static struct entry entries[3] = {{4, 40}, {6, 60}, {9, 90}};
static struct entry *find(int key)
{
    for (int i = 0; i < 3; i++)
        if (entries[i].key == key)
            return &entries[i];
    return 0;
}
int main(void)
{
    unsigned char key;
    secateur_symbolic(&key, 1, "key");
    secateur_assume(key < 20);
    if (key < 8) {
        struct entry *found = find(key);
        return found ? found->value : 1;
    }
    return find(key)->value;
}
