// Output that waits in the buffer on one path only: a length that was asked for later tells.
#include <fcntl.h>
#include <secateur.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
static unsigned char in[2];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int fd = open("out", O_CREAT | O_RDWR | O_TRUNC, 0600);
    dup2(fd, 1);
    fputs("abc", stdout);
    if (in[0] > 7)
        fflush(stdout);
    if (in[1] > 7)
        sink = 1;
    struct stat info;
    sink = fstat(fd, &info);
    secateur_assert(info.st_size != 0); //~ assertion-failure
    secateur_assert(info.st_size != 3); //~ assertion-failure
    return 0;
}
