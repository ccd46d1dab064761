// raise runs the handler at once, with masks, one-shot handlers, siginfo and longjmp out of it.
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t count, last, nested;
static sigjmp_buf env;

static void simple(int sig) {
    count++;
    last = sig;
}

static void recursive(int sig) {
    nested++;
    if (nested < 3) raise(sig);
    count += 10;
}

static void jumper(int sig) { siglongjmp(env, sig); }

static void info(int sig, siginfo_t *si, void *ctx) {
    (void)ctx;
    last = sig * 100 + (si->si_signo == sig);
}

int main(void) {
    void (*old)(int) = signal(SIGUSR1, simple);
    printf("%d\n", old == SIG_DFL);
    for (int i = 0; i < 5; i++) raise(SIGUSR1);
    printf("%d %d\n", (int)count, last == SIGUSR1);
    signal(SIGUSR2, SIG_IGN);
    printf("%d %d\n", raise(SIGUSR2), (int)count);
    printf("%d\n", signal(SIGUSR1, SIG_DFL) == simple);

    // A blocked signal waits until it is let through, once however often it was raised.
    sigset_t block, was, pending;
    sigemptyset(&block);
    sigaddset(&block, SIGTERM);
    signal(SIGTERM, simple);
    sigprocmask(SIG_BLOCK, &block, &was);
    raise(SIGTERM);
    raise(SIGTERM);
    sigpending(&pending);
    printf("blocked %d pending %d %d\n", (int)count, sigismember(&pending, SIGTERM), sigismember(&pending, SIGINT));
    sigprocmask(SIG_SETMASK, &was, NULL);
    printf("released %d %d\n", (int)count, last == SIGTERM);

    struct sigaction sa;
    memset(&sa, 0, sizeof sa);
    sa.sa_handler = recursive;
    sa.sa_flags = SA_NODEFER;
    sigaction(SIGHUP, &sa, NULL);
    raise(SIGHUP);
    printf("nested %d %d\n", (int)nested, (int)count);
    sa.sa_handler = simple;
    sa.sa_flags = SA_RESETHAND;
    sigaction(SIGALRM, &sa, NULL);
    raise(SIGALRM);
    struct sigaction now;
    sigaction(SIGALRM, NULL, &now);
    printf("reset %d %d\n", now.sa_handler == SIG_DFL, (int)count);
    memset(&sa, 0, sizeof sa);
    sa.sa_sigaction = info;
    sa.sa_flags = SA_SIGINFO;
    sigaction(SIGINT, &sa, NULL);
    raise(SIGINT);
    printf("info %d\n", (int)last);

    signal(SIGABRT, jumper);
    int got = sigsetjmp(env, 1);
    if (got == 0) {
        raise(SIGABRT);
        printf("not reached\n");
    }
    printf("jumped %d\n", got == SIGABRT);
    signal(SIGABRT, jumper);
    if ((got = sigsetjmp(env, 1)) == 0) abort();
    printf("abort caught %d\n", got == SIGABRT);
    sigset_t s;
    sigfillset(&s);
    sigdelset(&s, SIGQUIT);
    printf("%d %d %d\n", sigismember(&s, SIGQUIT), sigismember(&s, SIGCHLD), raise(0) == 0);
    printf("%s|%s\n", strsignal(SIGSEGV), strsignal(SIGFPE));
    kill(getpid(), SIGTERM);
    printf("killed self %d\n", (int)count);
    return (int)count;
}
