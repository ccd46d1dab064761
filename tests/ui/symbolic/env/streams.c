//@ paths: 4
// Standard output and standard error are two pipes, in the machine and natively. They take more than a pipe holds.
#include <errno.h>
#include <secateur.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void)
{
    struct stat out, err;
    int which = secateur_range(0, 4, "which");
    if (which == 0)
        return fstat(1, &out) || fstat(2, &err) || !S_ISFIFO(out.st_mode) || !S_ISFIFO(err.st_mode);
    if (which == 1)
        return fstat(1, &out) || fstat(2, &err) || out.st_ino == err.st_ino;
    if (which == 2)
        return lseek(1, 0, SEEK_CUR) != -1 || errno != ESPIPE || lseek(2, 0, SEEK_END) != -1 || errno != ESPIPE;
    static char data[100000];
    memset(data, 'a', sizeof data);
    for (int i = 0; i < 3; i++)
        if (write(1, data, sizeof data) != sizeof data || write(2, data, sizeof data) != sizeof data)
            return 1;
    return 0;
}
