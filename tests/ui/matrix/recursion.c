// A bug at the bottom of a recursion, and a branch behind the topmost return.
#include <secateur.h>
static int table[4] = {1, 2, 3, 4};
static int walk(const unsigned char *in, int depth, int found)
{
    if (depth == 4)
        return found == 4 ? table[found] : found; //~ out-of-bounds-read
    if (in[depth] & 0x80)
        return walk(in, depth + 1, found + 1);
    int below = walk(in, depth + 1, found);
    return below;
}
int main(void)
{
    unsigned char in[4];
    secateur_symbolic(in, sizeof in, "in");
    int found = walk(in, 0, 0);
    if (found == 3)
        return 3;
    return 0;
}
