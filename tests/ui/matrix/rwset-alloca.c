// Memory from alloca on one path only: the same register then holds another object.
#include <alloca.h>
#include <secateur.h>
static unsigned char in[2];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    char four[4] = {0};
    char *p = four;
    if (in[0] > 7) {
        p = alloca(8);
        for (int i = 0; i < 8; i++)
            p[i] = 0;
    }
    if (in[1] > 7)
        sink = 1;
    p[5] = 1; //~ out-of-bounds-write
    secateur_assert(in[1] != 9); //~ assertion-failure
    return p[0];
}
