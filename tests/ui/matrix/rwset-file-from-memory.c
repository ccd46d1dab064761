// The system reads the program's memory when it writes a file, and nothing else reads it.
#include <fcntl.h>
#include <secateur.h>
#include <unistd.h>
static unsigned char in[2];
static char note[2] = "xy", back[2];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        note[1] = 'z';
    if (in[1] > 7)
        sink = 1;
    int fd = open("note", O_CREAT | O_RDWR | O_TRUNC, 0600);
    write(fd, note, 2);
    lseek(fd, 0, SEEK_SET);
    sink = (int)read(fd, back, 2);
    close(fd);
    secateur_assert(back[1] != 'y'); //~ assertion-failure
    secateur_assert(back[1] != 'z'); //~ assertion-failure
    return 0;
}
