/* --- failed --- */
static void secateur_failed(const char *place)
{
    secateur_failures++;
    fflush(stdout);
    fprintf(stderr, "# case %d, %s:\n#     %s is ", secateur_current->number, secateur_current->title, place);
}
/* --- int --- */
static void secateur_int(const char *place, long long is, long long expected)
{
    if (is == expected) return;
    secateur_failed(place);
    fprintf(stderr, "%lld, expected %lld\n", is, expected);
}
/* --- unsigned --- */
static void secateur_unsigned(const char *place, unsigned long long is, unsigned long long expected)
{
    if (is == expected) return;
    secateur_failed(place);
    fprintf(stderr, "%llu, expected %llu\n", is, expected);
}
/* --- double --- */
/* Exactly equal, also in the sign of zero. */
static void secateur_double(const char *place, double is, double expected)
{
    if (memcmp(&is, &expected, sizeof is) == 0) return;
    secateur_failed(place);
    fprintf(stderr, "%.17g (%a), expected %.17g (%a)\n", is, is, expected, expected);
}
/* --- long_double --- */
static void secateur_long_double(const char *place, long double is, long double expected)
{
    if (is == expected) return;
    secateur_failed(place);
    fprintf(stderr, "%.21Lg (%La), expected %.21Lg (%La)\n", is, is, expected, expected);
}
/* --- nan --- */
static void secateur_nan(const char *place, long double is)
{
    if (is != is) return;
    secateur_failed(place);
    fprintf(stderr, "%.21Lg, expected not a number\n", is);
}
/* --- infinity --- */
static void secateur_infinity(const char *place, long double is, int sign)
{
    /* Only infinities are their own halves, besides zero. */
    if (is != 0 && is / 2 == is && (is > 0) == (sign > 0)) return;
    secateur_failed(place);
    fprintf(stderr, "%.21Lg, expected %sinfinity\n", is, sign > 0 ? "" : "-");
}
/* --- bytes --- */
/* As a string. */
static void secateur_print_bytes(const unsigned char *bytes, size_t size)
{
    size_t i;
    putc('"', stderr);
    for (i = 0; i < size && i < 200; i++) {
        if (bytes[i] < 32 || bytes[i] >= 127) fprintf(stderr, "\\%03o", bytes[i]);
        else if (bytes[i] == '"' || bytes[i] == '\\') fprintf(stderr, "\\%c", bytes[i]);
        else putc(bytes[i], stderr);
    }
    fprintf(stderr, size > 200 ? "\"..." : "\"");
}

static void secateur_bytes(const char *place, const void *is, const void *expected, size_t size)
{
    const unsigned char *a = is, *b = expected;
    size_t i = 0;
    while (i < size && a[i] == b[i]) i++;
    if (i == size) return;
    secateur_failed(place);
    secateur_print_bytes(a, size);
    fprintf(stderr, ", expected ");
    secateur_print_bytes(b, size);
    fprintf(stderr, " (they differ at %lu)\n", (unsigned long)i);
}
/* --- end --- */
