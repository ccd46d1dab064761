/* The program's own main, under the name that the linker gives it. */
int __real_main(int argc, char **argv, char **environment);

extern char **environ;

/* A file of the working directory, which is the case's own. */
static void secateur_file(const char *name, const void *bytes, size_t size)
{
    FILE *file = fopen(name, "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file)) {
        fprintf(stderr, "# %s cannot be written\n", name);
        _Exit(2);
    }
}

/* What the program reads from stdin, also if that is nothing. */
static void secateur_stdin(const void *bytes, size_t size)
{
    static const char name[] = "secateur-stdin";
    secateur_file(name, bytes, size);
    if (!freopen(name, "rb", stdin)) {
        fprintf(stderr, "# stdin cannot be replaced\n");
        _Exit(2);
    }
    remove(name);
}

/* Runs the program, without environment variables, as when the case was recorded. */
static void secateur_program(int argc, char **argv)
{
    static char *none[] = { NULL };
    environ = none;
    exit(__real_main(argc, argv, none));
}
