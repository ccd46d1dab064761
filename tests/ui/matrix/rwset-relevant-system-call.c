// A value goes to the system as a length, and comes back as a result.
#include <fcntl.h>
#include <secateur.h>
#include <unistd.h>
static unsigned char in[2];
static int v = 1, copy;
static char text[4] = "abc";
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        v = 3;
    copy = v;
    if (in[1] > 7)
        sink = 1;
    int fd = open("out", O_CREAT | O_RDWR, 0600);
    write(fd, text, copy);
    long length = lseek(fd, 0, SEEK_END);
    close(fd);
    secateur_assert(length != 1); //~ assertion-failure
    secateur_assert(length != 3); //~ assertion-failure
    return 0;
}
