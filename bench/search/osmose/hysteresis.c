// A heater with hysteresis: it is switched on below one temperature and off above another, so that it does not flutter
// in between. Three sensors measure the same room, and the median counts, so that one of them may be wrong. Where that
// is no temperature that a room can have, the heater goes off for good.
#include <secateur.h>

enum { COUNT = 3 };
enum { COLD = 18, WARM = 22, LOWEST = -40, HIGHEST = 85 };
enum result { STAYED_OFF, HEATED, FLUTTERED, BROKEN };

struct reading {
    signed char sensor[3];
};

struct log {
    struct reading readings[COUNT];
};

static void order(int *small, int *large) {
    if (*small > *large) {
        int kept = *small;
        *small = *large;
        *large = kept;
    }
}

static int median(const struct reading *reading) {
    int a = reading->sensor[0], b = reading->sensor[1], c = reading->sensor[2];
    order(&a, &b);
    order(&b, &c);
    order(&a, &b);
    return b;
}

enum result run_heater(const struct log *log) {
    int heating = 0, switched = 0;
    for (int i = 0; i < COUNT; i++) {
        int temperature = median(&log->readings[i]);
        if (temperature < LOWEST || temperature > HIGHEST)
            return BROKEN;
        if (heating) {
            if (temperature >= WARM) {
                heating = 0;
                switched++;
            }
        } else {
            if (temperature <= COLD) {
                heating = 1;
                switched++;
            }
        }
    }
    if (switched == 0)
        return STAYED_OFF;
    if (switched > 2)
        return FLUTTERED;
    return HEATED;
}

int main(void) {
    struct log log;
    secateur_symbolic(&log, sizeof log, "log");
    return run_heater(&log);
}
