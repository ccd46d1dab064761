// Tries to change the host in every way; the caller looks whether anything changed. Files live in memory,
// so the program sees its own changes; processes, sockets and devices are refused as documented.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int failures;

static void want(const char *what, long result, int error) {
    int seen = errno;
    if (error ? result == -1 && seen == error : result >= 0) return;
    printf("%s: result %ld, errno %d (%s), expected %d\n", what, result, seen, strerror(seen), error);
    failures++;
}

static int present(const char *path) { return access(path, F_OK) == 0; }

static void files(void) {
    int fd = open("new.txt", O_CREAT | O_WRONLY, 0644);
    want("create", fd, 0);
    want("write", write(fd, "new\n", 4), 0);
    want("close", close(fd), 0);
    want("new file is seen", present("new.txt") ? 0 : -1, 0);
    fd = open("kept.txt", O_WRONLY | O_TRUNC);
    want("truncate", fd, 0);
    want("overwrite", write(fd, "gone\n", 5), 0);
    want("close", close(fd), 0);
    char text[16] = "";
    fd = open("kept.txt", O_RDONLY);
    want("read back", read(fd, text, sizeof text - 1), 0);
    want("own change is seen", strcmp(text, "gone\n") ? -1 : 0, 0);
    close(fd);
    want("chmod", chmod("kept.txt", 0600), 0);
    want("rename", rename("kept.txt", "moved.txt"), 0);
    want("old name is gone", present("kept.txt") ? -1 : 0, 0);
    want("link", link("moved.txt", "again.txt"), 0);
    want("symlink", symlink("moved.txt", "soft.txt"), 0);
    want("unlink", unlink("moved.txt"), 0);
    want("mkdir", mkdir("made", 0755), 0);
    want("rmdir", rmdir("sub"), 0);
    fd = open("mapped.txt", O_CREAT | O_RDWR, 0644);
    want("ftruncate", ftruncate(fd, 4096), 0);
    close(fd);
    FILE *f = tmpfile();
    want("tmpfile", f ? 0 : -1, 0);
}

static void processes(void) {
    want("fork", fork(), EAGAIN);
    char *argv[] = {"touch", "by-child.txt", NULL}, *envp[] = {NULL};
    want("execve", execve("/usr/bin/touch", argv, envp), EPERM);
    want("system", system("touch by-shell.txt"), EAGAIN);
    want("popen", popen("touch by-popen.txt", "r") ? 0 : -1, EAGAIN);
    pid_t child;
    errno = posix_spawn(&child, "/usr/bin/touch", NULL, NULL, argv, envp);
    want("posix_spawn", -1, EAGAIN);
    want("wait", wait(NULL), ECHILD);
    want("kill init", kill(1, SIGTERM), EPERM);
}

static void devices(void) {
    want("socket", socket(AF_INET, SOCK_STREAM, 0), EAFNOSUPPORT);
    want("unix socket", socket(AF_UNIX, SOCK_STREAM, 0), EAFNOSUPPORT);
    want("mount", mount("none", "sub", "tmpfs", 0, NULL), EPERM);
    want("reboot", reboot(RB_AUTOBOOT), EPERM);
}

int main(void) {
    files();
    processes();
    devices();
    printf("%d failures\n", failures);
    return failures != 0;
}
