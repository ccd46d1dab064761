// What was written to a file is in no memory of the program when it is read back.
#include <fcntl.h>
#include <secateur.h>
#include <unistd.h>
static unsigned char in[2];
static volatile int sink;
static void put(char c)
{
    int fd = open("note", O_CREAT | O_WRONLY | O_TRUNC, 0600);
    write(fd, &c, 1);
    close(fd);
}
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 7)
        put('a');
    else
        put('b');
    if (in[1] > 7)
        sink = 1;
    char c = 0;
    int fd = open("note", O_RDONLY);
    sink = (int)read(fd, &c, 1);
    close(fd);
    secateur_assert(c != 'a'); //~ assertion-failure
    secateur_assert(c != 'b'); //~ assertion-failure
    return 0;
}
