// The working directory and the mask of new files are states of the process.
#include <fcntl.h>
#include <secateur.h>
#include <sys/stat.h>
#include <unistd.h>
static unsigned char in[2];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    mkdir("sub", 0700);
    if (in[0] > 7)
        sink = chdir("sub");
    else
        umask(0777);
    if (in[1] > 7)
        sink = 1;
    close(open("made", O_CREAT | O_WRONLY, 0666));
    struct stat info;
    if (stat("../made", &info) == 0 || stat("sub", &info) != 0)
        secateur_assert(in[1] != 9); //~ assertion-failure
    else if (stat("made", &info) == 0 && (info.st_mode & 0777) == 0)
        secateur_assert(in[1] != 8); //~ assertion-failure
    return 0;
}
