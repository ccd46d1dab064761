//@ stdin: bytes for read
// open, read, write, lseek, pread, writev, dup, pipe and fstat work on descriptors.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static void say(const char *s) {
    if (write(1, s, strlen(s)) < 0) _exit(90);
}

static void num(const char *what, long v) {
    char out[64];
    snprintf(out, sizeof out, "%s %ld\n", what, v);
    say(out);
}

int main(void) {
    char buf[64] = "";
    num("stdin", read(0, buf, 5));
    num("more", read(0, buf + 5, 50));
    say(buf);
    say("\n");
    num("eof", read(0, buf, 1));

    int fd = open("raw.bin", O_RDWR | O_CREAT | O_TRUNC, 0644);
    if (fd < 0) return 91;
    num("write", write(fd, "0123456789abcdef", 16));
    num("seek", lseek(fd, 4, SEEK_SET));
    num("read", read(fd, buf, 3));
    num("tell", lseek(fd, 0, SEEK_CUR));
    num("end", lseek(fd, -2, SEEK_END));
    num("write", write(fd, "XYZ", 3));
    num("pread", pread(fd, buf + 3, 4, 1));
    num("pwrite", pwrite(fd, "--", 2, 8));
    buf[7] = '\n';
    buf[8] = 0;
    say(buf);
    struct iovec iov[3] = {{"vec", 3}, {"", 0}, {"tored", 5}};
    num("writev", writev(fd, iov, 3));
    struct stat st;
    fstat(fd, &st);
    num("size", (long)st.st_size);
    num("mode", S_ISREG(st.st_mode) != 0);
    char a[4] = "", b[30] = "";
    struct iovec in[2] = {{a, 3}, {b, 29}};
    lseek(fd, 0, SEEK_SET);
    num("readv", readv(fd, in, 2));
    say(a);
    say("|");
    say(b);
    say("\n");

    // A duplicate shares the position; a second open has its own.
    int copy = dup(fd), other = open("raw.bin", O_RDONLY);
    lseek(copy, 10, SEEK_SET);
    num("shared", lseek(fd, 0, SEEK_CUR));
    num("own", lseek(other, 0, SEEK_CUR));
    num("readonly", write(other, "x", 1) < 0 && errno == EBADF);
    num("ftruncate", ftruncate(fd, 6));
    num("short", read(other, buf, 64));
    num("sparse", lseek(fd, 100, SEEK_SET) + write(fd, "!", 1));
    num("hole", pread(fd, buf, 1, 50) + buf[0]);
    close(copy);
    num("closed", close(copy) < 0 && errno == EBADF);
    int app = open("raw.bin", O_WRONLY | O_APPEND);
    num("append", write(app, "tail", 4));
    fstat(app, &st);
    num("grown", (long)st.st_size);
    num("flags", (fcntl(app, F_GETFL) & O_APPEND) != 0);
    close(app);
    close(other);
    close(fd);

    int p[2];
    if (pipe(p) < 0) return 92;
    num("pipe", write(p[1], "through", 7));
    close(p[1]);
    num("piped", read(p[0], buf, 64));
    num("drained", read(p[0], buf + 7, 1));
    close(p[0]);
    buf[7] = 0;
    say(buf);
    say("\n");
    int saved = dup(1), to = open("out.txt", O_RDWR | O_CREAT, 0600);
    dup2(to, 1);
    say("hidden");
    dup2(saved, 1);
    num("redirected", pread(to, buf, 64, 0));
    close(to);
    close(saved);
    num("unlink", unlink("raw.bin") + unlink("out.txt"));
    char cwd[256];
    mkdir("deep", 0755);
    num("chdir", chdir("deep"));
    if (!getcwd(cwd, sizeof cwd)) return 93;
    say(strrchr(cwd, '/') + 1);
    num("", chdir(".."));
    num("rmdir", rmdir("deep"));
    return (int)st.st_size;
}
