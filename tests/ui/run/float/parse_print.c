// Printing a double with 17 digits and reading it back with strtod gives the same bits.
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double from_bits(uint64_t u) {
    double d;
    memcpy(&d, &u, sizeof d);
    return d;
}

int main(void) {
    uint64_t x = 0x243f6a8885a308d3ULL, h = 0;
    int bad = 0;
    for (int i = 0; i < 60; i++) {
        x = x * 6364136223846793005ULL + 1442695040888963407ULL;
        double d = from_bits(x);
        if (!isfinite(d)) continue;
        char dec[40], hex[40], sh[40];
        snprintf(dec, sizeof dec, "%.17g", d);
        snprintf(hex, sizeof hex, "%a", d);
        snprintf(sh, sizeof sh, "%.6e", d);
        bad += strtod(dec, NULL) != d;
        bad += strtod(hex, NULL) != d;
        for (const char *p = dec; *p; p++) h = h * 131 + (unsigned char)*p;
        for (const char *p = sh; *p; p++) h = h * 131 + (unsigned char)*p;
        if (i % 10 == 0) printf("%s %s %s\n", dec, hex, sh);
    }
    printf("bad %d hash %016llx\n", bad, (unsigned long long)h);

    // Halfway cases, subnormals, overflow and underflow, and what is left unread.
    static const char *in[] = {
        "9007199254740993", "9007199254740992.999999999999999999", "9007199254740993.0000000000000000000001",
        "2.2250738585072011e-308", "4.9e-324", "2.4703282292062327e-324", "2.4703282292062329e-324",
        "1.7976931348623158e308", "1.7976931348623159e308", "1e400", "-1e400", "1e-400", "0x1p-1074", "0x1.8p-1075",
        "0x1.00000000000008p0", "0x1.000000000000080000001p0", "infinity", "-INF", "nan", "nan(12)x", "0x", "0xg", "1e", "1e+",
        ".5", "5.", ".", "", "+", "  -0", "1.2.3", "0x1.8", "0X1P+4z", "1_000", "123456789012345678901234567890e-10"};
    int ranges = 0;
    for (size_t i = 0; i < sizeof in / sizeof *in; i++) {
        char *end;
        errno = 0;
        double d = strtod(in[i], &end);
        ranges += errno == ERANGE;
        if (isnan(d)) printf("nan used %td", end - in[i]);
        else printf("%.17g %a used %td", d, d, end - in[i]);
        printf(" %s\n", errno == ERANGE ? "range" : "ok");
    }
    printf("%a %a\n", (double)strtof("16777217", NULL), (double)strtof("1.00000017881393432617187499", NULL));
    printf("%a %a %g\n", (double)strtof("1.00000017881393432617187501", NULL), (double)strtof("1e-45", NULL), (double)strtof("4e38", NULL));
    printf("%g %g\n", atof("12.5abc"), atof("x"));
    printf("%.30f\n%.40g\n%.0e %#.0f %+.3f % g\n", 0.1, 1e-5, 15000.0, 3.0, 2.0005, 1e6);
    printf("%.1100f\n", from_bits(1));
    return bad * 100 + ranges;
}
