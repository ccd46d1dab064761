//@ space: 2 bytes; 0,9 0,9
// What one byte decides goes through a file.
#include <fcntl.h>
#include <secateur.h>
#include <unistd.h>
static unsigned char in[2];
int main(void)
{
    char c = 0;
    secateur_symbolic(in, sizeof in, "in");
    int file = open("flow-content", O_RDWR | O_CREAT | O_TRUNC, 0600);
    unlink("flow-content");
    if (in[0] > 7)
        if (write(file, "abc", 3) != 3)
            return 1;
    lseek(file, 0, SEEK_SET);
    if (in[1] > 7 && read(file, &c, 1) == 1)
        secateur_assert(c != 'a'); //~ assertion-failure
    return 0;
}
