// gmtime, mktime, strftime, strptime and difftime agree on the calendar when TZ is UTC or a given rule.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static unsigned status;

static void show(time_t t) {
    struct tm tm;
    char out[128];
    gmtime_r(&t, &tm);
    strftime(out, sizeof out, "%Y-%m-%d %H:%M:%S %a %A %b %B %j %U %W %V %G %u %w %y %C %e %I %p", &tm);
    printf("%lld %s yday %d wday %d\n", (long long)t, out, tm.tm_yday, tm.tm_wday);
    time_t back = timegm(&tm);
    if (back != t) printf("  back %lld\n", (long long)back);
    status = status * 31 + (unsigned)(tm.tm_yday + tm.tm_wday);
}

static time_t make(int y, int mo, int d, int h, int mi, int s) {
    struct tm tm = {.tm_year = y - 1900, .tm_mon = mo - 1, .tm_mday = d, .tm_hour = h, .tm_min = mi, .tm_sec = s, .tm_isdst = -1};
    time_t t = mktime(&tm);
    printf("%d-%d-%d %d:%d:%d -> %d-%02d-%02d %02d:%02d:%02d dst %d\n", y, mo, d, h, mi, s, tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday,
           tm.tm_hour, tm.tm_min, tm.tm_sec, tm.tm_isdst);
    return t;
}

int main(void) {
    setenv("TZ", "UTC0", 1);
    tzset();
    static const long long probes[] = {0, -1, 86399, 951782400, 951868800, 1078012800, 1234567890, 2147483647, 2147483648LL, 4107542399LL,
                                       -2208988800LL, -62135596800LL, 253402300799LL};
    for (size_t i = 0; i < sizeof probes / sizeof *probes; i++) show((time_t)probes[i]);

    // mktime normalises what is out of range.
    time_t a = make(2024, 2, 30, 25, 61, 61), b = make(2023, 14, 1, 0, 0, 0), c = make(2000, 1, 0, -1, 0, 0), d = make(1999, 12, 31, 23, 59, 60);
    printf("%lld %lld %lld %lld %.0f\n", (long long)a, (long long)b, (long long)c, (long long)d, difftime(a, b));
    setenv("TZ", "EST5EDT,M3.2.0,M11.1.0", 1);
    tzset();
    time_t w = make(2024, 1, 15, 12, 0, 0), s = make(2024, 7, 15, 12, 0, 0);
    printf("%lld %lld %s %s %ld\n", (long long)w, (long long)s, tzname[0], tzname[1], timezone);
    struct tm l;
    localtime_r(&s, &l);
    char out[100];
    strftime(out, sizeof out, "%c|%x|%X|%D|%F|%R|%T|%r|%h|%n|%t|%%|%s|%z %Z", &l);
    printf("%s\n", out);
    setenv("TZ", "<+0530>-5:30", 1);
    tzset();
    localtime_r(&w, &l);
    strftime(out, sizeof out, "%H:%M %z %Z", &l);
    printf("%s\n", out);
    setenv("TZ", "UTC0", 1);
    tzset();

    memset(&l, 0, sizeof l);
    char *rest = strptime("2024-02-29 13:45:06 rest", "%Y-%m-%d %H:%M:%S", &l);
    printf("%d %d %d %d %d %d [%s]\n", l.tm_year, l.tm_mon, l.tm_mday, l.tm_hour, l.tm_min, l.tm_sec, rest ? rest : "none");
    memset(&l, 0, sizeof l);
    rest = strptime("Tue, 5 Mar 98 07:08 PM", "%a, %d %b %y %I:%M %p", &l);
    printf("%d %d %d %d %d [%s]\n", l.tm_year, l.tm_mon, l.tm_mday, l.tm_wday, l.tm_hour, rest ? rest : "none");
    printf("%d\n", strptime("31/13/2024", "%d/%m/%Y", &l) == NULL);
    time_t t = 1000000000;
    printf("%s%s", asctime(gmtime(&t)), ctime(&t));
    printf("%zu\n", strftime(out, 5, "%Y-%m-%d", gmtime(&t)));
    int fridays = 0;
    for (int y = 1990; y < 2030; y++)
        for (int m = 0; m < 12; m++) {
            struct tm tm = {.tm_year = y - 1900, .tm_mon = m, .tm_mday = 13};
            mktime(&tm);
            fridays += tm.tm_wday == 5;
        }
    printf("%d\n", fridays);
    // The clock itself is not printed, only that it can be read and does not go back.
    struct timespec t1, t2;
    clock_gettime(CLOCK_MONOTONIC, &t1);
    clock_gettime(CLOCK_MONOTONIC, &t2);
    printf("%d %d\n", t2.tv_sec > t1.tv_sec || (t2.tv_sec == t1.tv_sec && t2.tv_nsec >= t1.tv_nsec), time(NULL) > 0);
    return (int)(status % 200) + fridays % 50;
}
