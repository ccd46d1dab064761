// Position, length, existence and openness of files are states of the system.
#include <fcntl.h>
#include <secateur.h>
#include <unistd.h>
static unsigned char in[2];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int fd = open("digits", O_CREAT | O_RDWR | O_TRUNC, 0600);
    write(fd, "0123", 4);
    lseek(fd, 0, SEEK_SET);
    if (in[0] > 200)
        lseek(fd, 2, SEEK_SET);
    else if (in[0] > 150)
        ftruncate(fd, 0);
    else if (in[0] > 100)
        unlink("digits");
    else if (in[0] > 50)
        close(fd);
    if (in[1] > 7)
        sink = 1;
    char c = 'n';
    if (read(fd, &c, 1) < 0)
        secateur_assert(in[1] != 9); //~ assertion-failure
    secateur_assert(c != 'n' || in[1] != 8); //~ assertion-failure
    secateur_assert(c != '2'); //~ assertion-failure
    if (access("digits", F_OK) != 0)
        secateur_assert(c != '0'); //~ assertion-failure
    secateur_assert(c != '0'); //~ assertion-failure
    return 0;
}
