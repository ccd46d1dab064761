//@ status: limit
//@ paths: 1
//@ losses: 1
// A symbolic byte that goes through a pipe keeps one value, and that is said.
#include <secateur.h>
#include <unistd.h>
int main(void)
{
    unsigned char x, y = 0;
    int ends[2];
    secateur_symbolic(&x, 1, "x");
    if (pipe(ends) || write(ends[1], &x, 1) != 1 || read(ends[0], &y, 1) != 1)
        return 9;
    return y == 7;
}
