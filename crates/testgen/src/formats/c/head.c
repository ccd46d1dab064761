#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How a case is to end. */
enum secateur_end {
    SECATEUR_RETURNS,  /* the function returns */
    SECATEUR_EXITS,    /* the process exits with this status */
    SECATEUR_KILLED,   /* the process is ended by this signal */
    SECATEUR_BUG,      /* the case shows a known bug */
    SECATEUR_SKIPPED   /* the case cannot be judged */
};

/* What a known bug shows in. */
enum secateur_witness {
    SECATEUR_ANY_BUILD,      /* it ends the process */
    SECATEUR_ADDRESS,        /* a build with -fsanitize=address; in others perhaps */
    SECATEUR_UNDEFINED,      /* a build with -fsanitize=undefined; in others perhaps */
    SECATEUR_NO_BUILD        /* none of these */
};

struct secateur_case {
    int number;
    const char *title;
    void (*run)(void);
    enum secateur_end end;
    int status;        /* or signal; of a bug: its witness */
    const char *why;   /* of a bug: which and where; of a case that cannot be judged: why */
};

/* The case that runs in this process, and how many of its checks failed. */
static const struct secateur_case *secateur_current;
static int secateur_failures;
