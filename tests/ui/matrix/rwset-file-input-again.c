//@ args: --sym-file F 2
// A file of input is read a second time: its bytes are no longer in memory, but what the path decided on them holds.
#include <fcntl.h>
#include <secateur.h>
#include <unistd.h>
static volatile int sink;
static int get(int at)
{
    unsigned char c[2] = {0, 0};
    int fd = open("F", O_RDONLY);
    long n = read(fd, c, 2);
    close(fd);
    return n == 2 ? c[at] : -1;
}
int main(void)
{
    if (get(0) > 100)
        sink = 1;
    sink = 0;
    int c = get(0);
    secateur_assert(c != 50); //~ assertion-failure
    secateur_assert(c != 150); //~ assertion-failure
    secateur_assert(get(1) != 7); //~ assertion-failure
    return 0;
}
