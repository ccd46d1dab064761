// A loop as long as the input says: 201 lengths, and a path for those that are refused.
#include <secateur.h>

enum { MOST = 200 };

int main(void) {
    unsigned n, sum = 0;
    secateur_symbolic(&n, sizeof n, "n");
    if (n > MOST)
        return 1;
    for (unsigned i = 0; i < n; i++)
        sum += i * i;
    return sum % 256 == 7;
}
