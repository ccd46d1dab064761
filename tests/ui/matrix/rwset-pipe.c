// Bytes wait in a pipe, and on one path there is another one of them.
#include <secateur.h>
#include <unistd.h>
static unsigned char in[2];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int ends[2];
    if (pipe(ends) != 0)
        return 0;
    if (in[0] > 7)
        write(ends[1], "a", 1);
    write(ends[1], "b", 1);
    if (in[1] > 7)
        sink = 1;
    char c = 0;
    sink = (int)read(ends[0], &c, 1);
    secateur_assert(c != 'a'); //~ assertion-failure
    secateur_assert(c != 'b'); //~ assertion-failure
    return 0;
}
