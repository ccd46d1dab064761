/* --- JUnit ------------------------------------------------------------------- */

static void secateur_xml(FILE *to, const char *text, size_t size)
{
    for (; size; text++, size--) {
        unsigned char c = (unsigned char)*text;
        if (c == '<') fputs("&lt;", to);
        else if (c == '>') fputs("&gt;", to);
        else if (c == '&') fputs("&amp;", to);
        else if (c == '"') fputs("&quot;", to);
        else if ((c >= 32 && c < 127) || c == '\n' || c == '\t') putc(c, to);
        else putc('?', to);
    }
}

/* What a case wrote to stderr, once more to stderr, and as an element. */
static void secateur_errors(FILE *to, const char *path)
{
    char part[512];
    size_t size;
    FILE *from = fopen(path, "rb");
    if (!from) return;
    fputs("<system-err>", to);
    while ((size = fread(part, 1, sizeof part, from)) > 0) {
        fwrite(part, 1, size, stderr);
        secateur_xml(to, part, size);
    }
    fputs("</system-err>", to);
    fclose(from);
    remove(path);
}

static void secateur_element(FILE *to, const struct secateur_case *it, const char *name, const char *result,
    const char *message, const char *errors)
{
    if (!to) return;
    fprintf(to, "  <testcase classname=\"");
    secateur_xml(to, name, strlen(name));
    fprintf(to, "\" name=\"case %d: ", it->number);
    secateur_xml(to, it->title, strlen(it->title));
    fputs("\">", to);
    if (result) {
        fprintf(to, "<%s message=\"", result);
        secateur_xml(to, message, strlen(message));
        fprintf(to, "\"/>");
    }
    if (errors) secateur_errors(to, errors);
    fprintf(to, "</testcase>\n");
}

/* The numbers are known at the end only: there is room for them. */
static void secateur_begin_xml(FILE *to, const char *name)
{
    fprintf(to, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite %80s name=\"", "");
    secateur_xml(to, name, strlen(name));
    fprintf(to, "\">\n");
}

static void secateur_end_xml(FILE *to, const struct secateur_counts *counts)
{
    fprintf(to, "</testsuite>\n</testsuites>\n");
    fseek(to, (long)strlen("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite "), SEEK_SET);
    fprintf(to, "tests=\"%d\" failures=\"%d\" errors=\"0\" skipped=\"%d\"",
        counts->passed + counts->failed + counts->skipped, counts->failed, counts->skipped);
    fclose(to);
}
