// Date arithmetic by formulas, by counting days and by Zeller agree over centuries.
#include <stdio.h>
#include <string.h>

struct date { int y, m, d; };

static int leap(int y) { return y % 4 == 0 && (y % 100 != 0 || y % 400 == 0); }

static int month_days(int y, int m) {
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[m - 1] + (m == 2 && leap(y));
}

// Days since 1 March of year 0, where the leap day comes last.
static long serial(struct date t) {
    int y = t.m <= 2 ? t.y - 1 : t.y, m = (t.m + 9) % 12;
    return 365L * y + y / 4 - y / 100 + y / 400 + (m * 306 + 5) / 10 + t.d - 1;
}

static struct date from_serial(long n) {
    long y = (10000 * n + 14780) / 3652425;
    long rest = n - (365 * y + y / 4 - y / 100 + y / 400);
    if (rest < 0) {
        y--;
        rest = n - (365 * y + y / 4 - y / 100 + y / 400);
    }
    long mi = (100 * rest + 52) / 3060;
    return (struct date){(int)(y + (mi + 2) / 12), (int)((mi + 2) % 12 + 1), (int)(rest - (mi * 306 + 5) / 10 + 1)};
}

static int zeller(struct date t) {
    int m = t.m, y = t.y;
    if (m < 3) m += 12, y--;
    return (t.d + 13 * (m + 1) / 5 + y % 100 + y % 100 / 4 + y / 100 / 4 + 5 * (y / 100) + 6) % 7;
}

static struct date easter(int y) {
    int a = y % 19, b = y / 100, c = y % 100, d = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30;
    int e = (32 + 2 * (b % 4) + 2 * (c / 4) - d - c % 4) % 7, f = d + e - 7 * ((a + 11 * d + 22 * e) / 451) + 114;
    return (struct date){y, f / 31, f % 31 + 1};
}

static struct date next(struct date t) {
    if (++t.d > month_days(t.y, t.m)) {
        t.d = 1;
        if (++t.m > 12) t.m = 1, t.y++;
    }
    return t;
}

static void calendar(int y, int m) {
    static const char *const names[] = {"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"};
    int first = zeller((struct date){y, m, 1});
    printf("%*s%s %d\n Su Mo Tu We Th Fr Sa\n%*s", 5, "", names[m - 1], y, first * 3, "");
    for (int d = 1; d <= month_days(y, m); d++) printf("%3d%s", d, (first + d) % 7 == 0 || d == month_days(y, m) ? "\n" : "");
}

int main(void) {
    int wrong = 0, fridays = 0;
    struct date t = {1896, 1, 1};
    long n = serial(t);
    for (; t.y < 1906 || (t.y > 1990 && t.y < 2004); t = next(t), n++) {
        struct date back = from_serial(n);
        wrong += serial(t) != n || back.y != t.y || back.m != t.m || back.d != t.d;
        wrong += (n + 3) % 7 != zeller(t);
        fridays += t.d == 13 && zeller(t) == 5;
        if (t.y == 1905 && t.m == 12 && t.d == 31) t = (struct date){1991, 12, 31}, n = serial(t);
    }
    printf("wrong %d, unlucky %d\n", wrong, fridays);
    printf("%ld %ld\n", serial((struct date){2024, 3, 1}) - serial((struct date){2024, 2, 1}), serial((struct date){2000, 1, 1}) - serial((struct date){1900, 1, 1}));
    for (int y = 1999; y < 2030; y += 6) {
        struct date e = easter(y);
        printf("%d-%02d-%02d %d; ", e.y, e.m, e.d, zeller(e));
    }
    printf("\n");
    calendar(2024, 2);
    calendar(1900, 2);
    struct date later = from_serial(serial((struct date){1999, 12, 31}) + 10000);
    printf("%d-%02d-%02d\n", later.y, later.m, later.d);
    return fridays * 5 + wrong;
}
