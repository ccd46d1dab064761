// errno, strerror and perror name the failure of the call before, and success leaves errno alone.
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int total;

static void report(const char *what) {
    printf("%s: %d %s\n", what, errno, strerror(errno));
    total += errno;
    errno = 0;
}

int main(void) {
    errno = 0;
    report("start");
    if (!fopen("missing/file", "r")) report("fopen");
    if (open("missing", O_RDONLY) < 0) report("open");
    if (close(77) < 0) report("close");
    if (read(77, &total, 1) < 0) report("read");
    if (mkdir("d", 0755) == 0 && mkdir("d", 0755) < 0) report("mkdir twice");
    if (rmdir("e") < 0) report("rmdir");
    FILE *f = fopen("d/file", "w");
    if (f) fclose(f);
    if (rmdir("d") < 0) report("rmdir full");
    if (!fopen("d", "w")) report("fopen directory");
    if (open("d/file", O_CREAT | O_EXCL | O_WRONLY, 0644) < 0) report("excl");
    if (chdir("d/file") < 0) report("chdir file");
    if (unlink("d/file") == 0 && unlink("d/file") < 0) report("unlink twice");
    if (lseek(99, 0, SEEK_SET) < 0) report("lseek");
    if (rename("none", "other") < 0) report("rename");
    rmdir("d");

    char *end;
    strtol("99999999999999999999", &end, 10);
    report("strtol");
    volatile double minus = -1, big = 1000;
    printf("%d %d\n", isnan(sqrt(minus)) != 0, isinf(exp(big)) != 0);
    errno = 0;
    // Success does not clear errno: the old value stays.
    errno = EAGAIN;
    f = tmpfile();
    if (f) fclose(f);
    printf("kept %d\n", errno == EAGAIN);
    static const int codes[] = {EPERM, ENOENT, EINTR, EIO, EBADF, ENOMEM, EACCES, EEXIST, ENOTDIR, EISDIR, EINVAL, EMFILE, ENOSPC, EPIPE, EDOM, ERANGE};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) printf("%d=%s; ", codes[i], strerror(codes[i]));
    printf("\n%s|%s\n", strerror(0), strerror(99999));
    char buf[64], small[6];
    int r = strerror_r(EDOM, buf, sizeof buf);
    printf("%d %s %d\n", r, buf, strerror_r(ENOENT, small, sizeof small) != 0);

    // perror writes to stderr, which is sent to a file here and read back.
    fflush(stderr);
    if (!freopen("err.txt", "w", stderr)) return 99;
    errno = ENOTDIR;
    perror("prefix");
    errno = EDOM;
    perror(NULL);
    fflush(stderr);
    f = fopen("err.txt", "r");
    if (!f) return 98;
    while (fgets(buf, sizeof buf, f)) printf("> %s", buf);
    fclose(f);
    remove("err.txt");
    return total % 256;
}
