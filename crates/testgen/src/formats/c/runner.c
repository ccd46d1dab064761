/* --- all of them ------------------------------------------------------------- */

/* Why the case is not run, or nothing. */
static const char *secateur_no_run(const struct secateur_case *it, const struct secateur_options *options)
{
    static char why[600];
    if (it->end == SECATEUR_SKIPPED) return it->why;
    if (it->end == SECATEUR_BUG && !options->bugs) {
        sprintf(why, "shows %.500s; run with --bugs", it->why);
        return why;
    }
    if (it->end != SECATEUR_RETURNS && options->in_process && !options->only)
        return "ends the process; run without --in-process";
    return NULL;
}

static void secateur_skip(const struct secateur_case *it, const char *name, const char *why, FILE *xml,
    struct secateur_counts *counts)
{
    printf("ok %d - %s # SKIP %s\n", it->number, it->title, why);
    secateur_element(xml, it, name, "skipped", why, NULL);
    counts->skipped++;
}

static void secateur_one(const struct secateur_case *it, const struct secateur_options *options, const char *name,
    const char *errors, FILE *xml, struct secateur_counts *counts)
{
    const char *why = secateur_no_run(it, options);
    char message[800] = "";
    int status = 0, good;
    if (why) {
        secateur_skip(it, name, why, xml, counts);
        return;
    }
    if (options->in_process) status = secateur_call(it) ? 0 : SECATEUR_FAILED;
    else status = secateur_status(secateur_child(options, it, errors));
    if (it->end == SECATEUR_BUG) {
        enum secateur_trace trace = secateur_look(it, status, message);
        if (trace == SECATEUR_UNKNOWN) {
            secateur_skip(it, name, message, xml, counts);
            return;
        }
        good = trace == SECATEUR_GONE;
    } else {
        good = secateur_judge(it, status, message);
    }
    if (message[0] && status != SECATEUR_FAILED)
        fprintf(stderr, "# case %d, %s:\n#     %s\n", it->number, it->title, message);
    fflush(stderr);
    printf("%sok %d - %s\n", good ? "" : "not ", it->number, it->title);
    secateur_element(xml, it, name, good ? NULL : "failure", message, errors);
    if (good) counts->passed++;
    else counts->failed++;
}

static int secateur_usage(const char *self)
{
    fprintf(stderr,
        "usage: %s [--list] [--case N] [--junit FILE] [--bugs] [--in-process]\n"
        "  --list        only list the cases\n"
        "  --case N      only this case; status 77 if it is skipped\n"
        "  --junit FILE  also write the results as JUnit XML\n"
        "  --bugs        also run the cases that show known bugs, and tell whether these are still there;\n"
        "                many show only in a build with -fsanitize=address,undefined: make bugs\n"
        "  --in-process  run all cases in this process, for debuggers\n"
        "The status is 0 if all cases behave as recorded, 1 if not, 2 for wrong use.\n", self);
    return 2;
}

static int secateur_all(const char *name, const struct secateur_case *cases, int count,
    const struct secateur_options *options)
{
    struct secateur_counts counts = { 0, 0, 0 };
    char *errors = NULL;
    FILE *xml = NULL;
    int i, selected = 0;
    if (options->junit) {
        errors = malloc(strlen(options->junit) + 8);
        xml = fopen(options->junit, "wb");
        if (!errors || !xml) {
            fprintf(stderr, "%s: %s cannot be written\n", options->self, options->junit);
            free(errors);
            return 2;
        }
        sprintf(errors, "%s.stderr", options->junit);
        secateur_begin_xml(xml, name);
    }
    if (!options->only) printf("1..%d\n", count);
    for (i = 0; i < count; i++) {
        if (options->only && cases[i].number != options->only) continue;
        selected++;
        secateur_one(&cases[i], options, name, options->in_process ? NULL : errors, xml, &counts);
    }
    if (xml) {
        secateur_end_xml(xml, &counts);
    }
    free(errors);
    if (!selected && options->only) {
        fprintf(stderr, "%s: there is no case %d; --list tells which there are\n", options->self, options->only);
        return 2;
    }
    if (!options->only) printf("# %s: %d passed, %d failed, %d skipped\n", name, counts.passed, counts.failed, counts.skipped);
    if (counts.failed) return 1;
    return options->only && counts.skipped ? SECATEUR_SKIP : 0;
}

/* A positive number, or -1. */
static int secateur_number(const char *text)
{
    char *end;
    long number = strtol(text, &end, 10);
    return end == text || *end || number <= 0 || number > INT_MAX ? -1 : (int)number;
}

static int secateur_main(int argc, char **argv, const char *name, const struct secateur_case *cases, int count)
{
    struct secateur_options options = { NULL, NULL, 0, 0, 0, 0 };
    int i, run = 0;
    options.self = argc > 0 ? argv[0] : name;
    for (i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--list")) options.list = 1;
        else if (!strcmp(argv[i], "--bugs")) options.bugs = 1;
        else if (!strcmp(argv[i], "--in-process")) options.in_process = 1;
        else if (!strcmp(argv[i], "--junit") && i + 1 < argc) options.junit = argv[++i];
        else if (!strcmp(argv[i], "--case") && i + 1 < argc) options.only = secateur_number(argv[++i]);
        else if (!strcmp(argv[i], "--run") && i + 1 < argc) run = secateur_number(argv[++i]);
        else return secateur_usage(options.self);
        if (options.only < 0 || run < 0) return secateur_usage(options.self);
    }
    for (i = 0; run && i < count; i++)
        if (cases[i].number == run) return secateur_run_alone(&cases[i]);
    if (options.list) {
        for (i = 0; i < count; i++) printf("%d: %s\n", cases[i].number, cases[i].title);
        return 0;
    }
    if (!SECATEUR_OTHER_FOLDER && !system(NULL)) options.in_process = 1;
    return secateur_all(name, cases, count, &options);
}
