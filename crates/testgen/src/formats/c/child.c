#if defined(__unix__) || defined(__APPLE__)
#define SECATEUR_UNIX 1
#include <sys/wait.h>
unsigned alarm(unsigned seconds);
#else
#define SECATEUR_UNIX 0
#endif

/* A case that takes longer than so many seconds has failed. */
#ifndef SECATEUR_SECONDS
#define SECATEUR_SECONDS 60
#endif

/* Statuses of a case's own process: its checks failed; the function returned, or called exit, and should
 * not have; and of this program, when the only case asked for is skipped. */
enum { SECATEUR_FAILED = 99, SECATEUR_OTHER_END = 98, SECATEUR_EXITED = 97, SECATEUR_SKIP = 77 };

/* Memory that a function hands out belongs to its caller, which a test is not: leaks mean nothing here. */
int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void)
{
    return 1;
}

/* --- a case, in a process of its own ---------------------------------------- */

static int secateur_inside;

static void secateur_at_exit(void)
{
    if (!secateur_inside || secateur_current->end == SECATEUR_EXITS) return;
    fflush(NULL);
    /* To end the process is not the bug. */
    if (secateur_current->end == SECATEUR_BUG) _Exit(0);
    if (secateur_current->end == SECATEUR_RETURNS) _Exit(SECATEUR_EXITED);
}

/* Whether the checks of the case hold. Does not return if the function does not. */
static int secateur_call(const struct secateur_case *it)
{
    secateur_current = it;
    secateur_failures = 0;
    secateur_inside = 1;
    it->run();
    secateur_inside = 0;
    return secateur_failures == 0;
}

static int secateur_run_alone(const struct secateur_case *it)
{
    atexit(secateur_at_exit);
#if SECATEUR_UNIX
    alarm(SECATEUR_SECONDS);
#endif
    if (!secateur_call(it)) return SECATEUR_FAILED;
    /* A status of 0 is also that of a function that returns. */
    if (it->end == SECATEUR_KILLED || (it->end == SECATEUR_EXITS && it->status != 0))
        return it->status == SECATEUR_OTHER_END ? 0 : SECATEUR_OTHER_END;
    return 0;
}

/* --- the cases, from outside ------------------------------------------------- */

struct secateur_options {
    const char *self;
    const char *junit;
    int list, bugs, in_process;
    int only;          /* the number of a case, or 0 */
};

struct secateur_counts {
    int passed, failed, skipped;
};

/* A name as one word of the shell's. */
static char *secateur_quote(char *to, const char *name)
{
#if SECATEUR_UNIX
    *to++ = '\'';
    for (; *name; name++) {
        if (*name == '\'') {
            memcpy(to, "'\\'", 3);
            to += 3;
        }
        *to++ = *name;
    }
    *to++ = '\'';
#else
    *to++ = '"';
    while (*name) *to++ = *name++;
    *to++ = '"';
#endif
    *to = 0;
    return to;
}

static char *secateur_put(char *to, const char *text)
{
    size_t size = strlen(text);
    memcpy(to, text, size + 1);
    return to + size;
}

/* Runs the case in a process of its own; what system() says of it. What it writes to stderr goes to the
 * file, if there is a name of one. */
static int secateur_child(const struct secateur_options *options, const struct secateur_case *it, const char *errors)
{
    const char *self = options->self;
    size_t room = 8 * strlen(self) + (errors ? 8 * strlen(errors) : 0) + sizeof SECATEUR_BEFORE + sizeof SECATEUR_AFTER;
    char *command = malloc(room + 300), *at = command;
    int status;
    if (!command) {
        fprintf(stderr, "%s: no memory\n", self);
        exit(2);
    }
#if SECATEUR_UNIX
    /* Otherwise the sanitizer for undefined behaviour only tells, and the program goes on. */
    if (it->end == SECATEUR_BUG) at = secateur_put(at, "export UBSAN_OPTIONS=halt_on_error=1:$UBSAN_OPTIONS; ");
#endif
    at = secateur_put(at, SECATEUR_BEFORE);
    /* The command may begin with a change of the folder. */
    if (SECATEUR_OTHER_FOLDER && self[0] != '/' && strchr(self, '/')) at = secateur_put(at, "\"$OLDPWD\"/");
    at = secateur_quote(at, self);
    at += sprintf(at, " --run %d", it->number);
    at = secateur_put(at, SECATEUR_AFTER);
    if (errors) secateur_quote(secateur_put(at, " 2>"), errors);
    fflush(NULL);
    status = system(command);
    free(command);
    return status;
}

/* As exit status, or as 128 and the signal, or -1. */
static int secateur_status(int status)
{
#if SECATEUR_UNIX
    if (status == -1) return -1;
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    if (WIFSIGNALED(status)) return 128 + WTERMSIG(status);
    return -1;
#else
    return status;
#endif
}

/* How it ended, in words. */
static char *secateur_say_end(char *to, int status)
{
    if (status < 0) return secateur_put(to, "could not be run");
    if (status == SECATEUR_FAILED) return secateur_put(to, "a check failed");
    if (status == SECATEUR_OTHER_END) return secateur_put(to, "did not end the process");
    if (status == SECATEUR_EXITED) return secateur_put(to, "called exit");
    if (status == 128 + 14) return to + sprintf(to, "took longer than %d seconds", SECATEUR_SECONDS);
    if (status > 128) return to + sprintf(to, "ended by signal %d", status - 128);
    return to + sprintf(to, "ended the process with status %d", status);
}

/* Whether the end is as recorded; says what is wrong otherwise. */
static int secateur_judge(const struct secateur_case *it, int status, char *message)
{
    int expected = it->end == SECATEUR_KILLED ? 128 + it->status : it->end == SECATEUR_EXITS ? it->status : 0;
    if (status == expected) return 1;
    message = secateur_say_end(message, status);
    if (status == SECATEUR_FAILED) return 0;
    if (it->end == SECATEUR_RETURNS) secateur_put(message, ", expected to return");
    else if (it->end == SECATEUR_KILLED) sprintf(message, ", expected signal %d", it->status);
    else sprintf(message, ", expected exit status %d", it->status);
    return 0;
}

/* Which sanitizers this was built with. */
#if defined(__has_feature)
#define SECATEUR_FEATURE(name) __has_feature(name)
#else
#define SECATEUR_FEATURE(name) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || SECATEUR_FEATURE(address_sanitizer)
#define SECATEUR_HAS_ADDRESS 1
#else
#define SECATEUR_HAS_ADDRESS 0
#endif
#if SECATEUR_FEATURE(undefined_behavior_sanitizer)
#define SECATEUR_HAS_UNDEFINED 1
#elif defined(__GNUC__) && !defined(__clang__) && defined(__ELF__)
/* gcc does not tell; its library is there or is not. */
void __ubsan_handle_shift_out_of_bounds(void *, void *, void *) __attribute__((weak));
#define SECATEUR_HAS_UNDEFINED (__ubsan_handle_shift_out_of_bounds != NULL)
#else
#define SECATEUR_HAS_UNDEFINED 0
#endif

enum secateur_trace { SECATEUR_THERE, SECATEUR_GONE, SECATEUR_UNKNOWN };

/* What became of a known bug. */
static enum secateur_trace secateur_look(const struct secateur_case *it, int status, char *message)
{
    message += sprintf(message, "%.500s: ", it->why);
    if (status != 0) {
        secateur_say_end(secateur_put(message, "still there: "), status);
        return SECATEUR_THERE;
    }
    if (it->status == SECATEUR_NO_BUILD) {
        secateur_put(message, "this file cannot tell whether it is still there; secateur can");
        return SECATEUR_UNKNOWN;
    }
    if ((it->status == SECATEUR_ADDRESS && !SECATEUR_HAS_ADDRESS) ||
        (it->status == SECATEUR_UNDEFINED && !SECATEUR_HAS_UNDEFINED)) {
        secateur_put(message, "this build cannot tell whether it is still there; "
            "build with -fsanitize=address,undefined, or say: make bugs");
        return SECATEUR_UNKNOWN;
    }
    secateur_put(message, "not seen any more");
    return SECATEUR_GONE;
}
