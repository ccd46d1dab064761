// The same two writes in both orders: one of them may hit what the other wrote.
#include <secateur.h>
static unsigned char in[3], box[2];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7) {
        box[in[1] & 1] = 1;
        box[0] = 2;
    } else {
        box[0] = 2;
        box[in[1] & 1] = 1;
    }
    if (in[2] > 7)
        sink = 1;
    secateur_assert(box[0] != 1); //~ assertion-failure
    secateur_assert(box[0] != 2 || box[1] != 0); //~ assertion-failure
    secateur_assert(box[0] != 2 || box[1] != 1); //~ assertion-failure
    return 0;
}
