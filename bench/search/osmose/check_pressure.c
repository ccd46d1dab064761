// The safety check of a boiler: two sensors measure the same pressure a few times. Readings that agree are averaged;
// of readings that do not, the larger counts. One reading that is too low means a leak, and three high ones in a row
// open the valve.
#include <secateur.h>

enum { COUNT = 4 };
enum { LOW = 20, HIGH = 160, TOLERANCE = 5, IN_A_ROW = 3 };
enum verdict { NORMAL, WARNING, LEAK, OPEN_VALVE };

struct readings {
    unsigned char primary[COUNT];
    unsigned char backup[COUNT];
};

static int distance(int a, int b) {
    if (a < b)
        return b - a;
    return a - b;
}

static int combined(int primary, int backup) {
    if (distance(primary, backup) <= TOLERANCE)
        return (primary + backup) / 2;
    if (primary > backup)
        return primary;
    return backup;
}

enum verdict check_pressure(const struct readings *readings) {
    int high = 0, was_high = 0;
    for (int i = 0; i < COUNT; i++) {
        int pressure = combined(readings->primary[i], readings->backup[i]);
        if (pressure < LOW)
            return LEAK;
        if (pressure > HIGH) {
            high++;
            was_high = 1;
        } else {
            high = 0;
        }
        if (high == IN_A_ROW)
            return OPEN_VALVE;
    }
    if (was_high)
        return WARNING;
    return NORMAL;
}

int main(void) {
    struct readings readings;
    secateur_symbolic(&readings, sizeof readings, "readings");
    return check_pressure(&readings);
}
