// Cases that fall through set what later branches ask for, also from the middle of a loop.
#include <secateur.h>
int main(void)
{
    unsigned char in[3];
    unsigned flags = 0;
    secateur_symbolic(in, sizeof in, "in");
    for (int i = 0; i < 3; i++) {
        switch (in[i]) {
        case 'a':
            flags |= 1;
            /* fall through */
        case 'b':
            flags |= 2;
            break;
        case 'c':
            flags <<= 2;
            /* fall through */
        default:
            flags |= 16;
        }
    }
    if (flags == 3)
        return 1;
    if (flags == (16 | 8 | 2))
        return 2;
    if (flags & 64)
        return 3;
    return 0;
}
