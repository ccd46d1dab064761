/* What the program asks for: the recorded inputs in their order. */
static void secateur_wrong(const char *what)
{
    fflush(NULL);
    fprintf(stderr, "# case %d, %s:\n#     %s\n", secateur_current->number, secateur_current->title, what);
    _Exit(SECATEUR_FAILED);
}

void __secateur_symbolic(void *p, size_t size, const char *name)
{
    const struct secateur_input *input;
    if (secateur_next == secateur_input_count) secateur_wrong("the program asks for more inputs than there are");
    input = &secateur_inputs[secateur_next++];
    if (strcmp(input->name, name) || input->size != size) {
        fprintf(stderr, "# input %d is %s of %lu bytes, and the program asks for %s of %lu bytes\n", secateur_next,
            input->name, (unsigned long)input->size, name, (unsigned long)size);
        secateur_wrong("the program asks for another input");
    }
    memcpy(p, input->bytes, size);
}

void __secateur_assume(uintptr_t condition)
{
    if (!condition) secateur_wrong("an assumption does not hold");
}

void __secateur_silent_exit(int status)
{
    exit(status);
}

unsigned __secateur_is_symbolic(uintptr_t value)
{
    (void)value;
    return 0;
}

uintptr_t __secateur_get_value(uintptr_t value)
{
    return value;
}

/* The program is to take the same way as when the case was recorded. */
unsigned __secateur_is_replay(void)
{
    return 0;
}

void __secateur_report_error(const char *file, int line, const char *message, const char *suffix)
{
    fflush(NULL);
    fprintf(stderr, "# %s:%d: %s (%s)\n", file ? file : "?", line, message ? message : "", suffix ? suffix : "");
    abort();
}

/* Not known here. */
size_t __secateur_object_size(const void *p)
{
    (void)p;
    return 0;
}

/* Sanitizers see what memcmp reads. */
void __secateur_check_access(const void *p, size_t size)
{
    volatile int equal = memcmp(p, p, size);
    (void)equal;
}

void __secateur_print_value(const char *message, uintptr_t value)
{
    fprintf(stderr, "%s:%llu\n", message ? message : "", (unsigned long long)value);
}

void __secateur_set_forking(unsigned enable)
{
    (void)enable;
}

void __secateur_fixed_object(void *p, size_t size)
{
    (void)p, (void)size;
    secateur_wrong("memory at a fixed address cannot be had here");
}

static void secateur_assertion(const char *expression, const char *file, unsigned line, const char *function)
{
    fflush(NULL);
    fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, expression);
    abort();
}

void __secateur_assert_fail(const char *expression, const char *file, unsigned line, const char *function);
void __secateur_assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
    secateur_assertion(expression, file, line, function);
}

WEAK void klee_assert_fail(const char *expression, const char *file, unsigned line, const char *function);
void klee_assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
    secateur_assertion(expression, file, line, function);
}

WEAK void reach_error(void);
void reach_error(void)
{
    abort();
}

WEAK void __VERIFIER_error(void);
void __VERIFIER_error(void)
{
    abort();
}
