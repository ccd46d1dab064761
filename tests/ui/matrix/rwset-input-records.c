//@ args: --sym-stdin 4
// Records with a length in front: what is skipped is read by nobody, but the position behind it counts.
#include <secateur.h>
#include <unistd.h>
static volatile int sink;
int main(void)
{
    unsigned char kind, length, skipped;
    int records = 0;
    while (read(0, &kind, 1) == 1) {
        records++;
        if (kind == 'e')
            break;
        if (read(0, &length, 1) != 1)
            break;
        for (int i = 0; i < (length & 1); i++)
            if (read(0, &skipped, 1) != 1)
                break;
        kind = length = 0;
    }
    sink = 0;
    secateur_assert(records != 0); //~ assertion-failure
    secateur_assert(records != 2 || kind != 'e'); //~ assertion-failure
    secateur_assert(records != 2 || kind == 'e'); //~ assertion-failure
    return 0;
}
