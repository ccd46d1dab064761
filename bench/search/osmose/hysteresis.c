// A heater with hysteresis: it is switched on below one temperature and off above another, so that it does not flutter
// in between. Single wrong readings are filtered out: the median of three counts. Where that is no temperature that a
// room can have, the sensor is broken.
#include <secateur.h>

enum { COUNT = 5, WINDOW = 3 };
enum { COLD = 18, WARM = 22, LOWEST = -40, HIGHEST = 85 };
enum result { STAYED_OFF, HEATED, FLUTTERED, BROKEN };

struct log {
    signed char temperature[COUNT];
};

static int smaller(int a, int b) {
    if (a < b)
        return a;
    return b;
}

static int larger(int a, int b) {
    if (a > b)
        return a;
    return b;
}

static int median(const signed char *window) {
    int low = smaller(window[0], window[1]);
    int high = larger(window[0], window[1]);
    return larger(low, smaller(high, window[2]));
}

enum result run_heater(const struct log *log) {
    int heating = 0, switched = 0;
    for (int i = 0; i + WINDOW <= COUNT; i++) {
        int temperature = median(&log->temperature[i]);
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
