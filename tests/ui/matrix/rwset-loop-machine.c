// Three states that only a sequence leads through, with the counter in a register.
#include <secateur.h>
static unsigned char in[5];
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int state = 0, twice = 0;
    for (int i = 0; i < 5; i++) {
        switch (state) {
        case 0:
            if (in[i] == 'a')
                state = 1;
            break;
        case 1:
            if (in[i] == 'b')
                state = 2;
            else if (in[i] != 'a')
                state = 0;
            break;
        case 2:
            if (in[i] == 'a') {
                state = 1;
                twice++;
            } else {
                state = 0;
            }
            break;
        }
    }
    secateur_assert(twice != 1 || state != 2); //~ assertion-failure
    secateur_assert(twice != 2); //~ assertion-failure
    return 0;
}
