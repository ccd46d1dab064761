// A counter that nobody reads but itself, until one message asks for it, two rounds later.
#include <secateur.h>
static unsigned char in[5];
static int count, report;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    for (int i = 0; i < 5; i++) {
        if (report == 2) {
            secateur_assert(count != 1); //~ assertion-failure
            secateur_assert(count != 2); //~ assertion-failure
        }
        if (report)
            report++;
        else if (in[i] > 200)
            count++;
        else if (in[i] > 100)
            report = 1;
    }
    return 0;
}
