//@ space: 2 bytes; 0,9 0,9
// One byte moves the position in a file, which is kept outside of the program's memory, another reads there.
#include <fcntl.h>
#include <secateur.h>
#include <unistd.h>
static unsigned char in[2];
int main(void)
{
    char c = 0;
    secateur_symbolic(in, sizeof in, "in");
    int file = open("flow-position", O_RDWR | O_CREAT | O_TRUNC, 0600);
    unlink("flow-position");
    if (write(file, "abc", 3) != 3 || lseek(file, 0, SEEK_SET) != 0)
        return 1;
    if (in[0] > 7)
        lseek(file, 2, SEEK_SET);
    if (in[1] > 7 && read(file, &c, 1) == 1)
        secateur_assert(c != 'c'); //~ assertion-failure
    return 0;
}
