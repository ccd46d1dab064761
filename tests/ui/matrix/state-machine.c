// A state that takes four right bytes in a row, and a bug in the last one only.
#include <secateur.h>
static int step(int state, unsigned char c)
{
    switch (state) {
    case 0:
        return c == 'G' ? 1 : 0;
    case 1:
        return c == 'E' ? 2 : c == 'G' ? 1 : 0;
    case 2:
        if (c == 'T')
            return 3;
        return 0;
    default:
        return state;
    }
}
int main(void)
{
    unsigned char in[4];
    int state = 0, hits[3] = {0};
    secateur_symbolic(in, sizeof in, "in");
    for (int i = 0; i < 4; i++) {
        state = step(state, in[i]);
        hits[state]++; //~ out-of-bounds-read
    }
    return hits[1] == 2 && hits[2] == 1;
}
