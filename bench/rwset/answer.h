// What a driver tells a client, and the statuses that it tells. Nobody reads the last answer: it is on its way.
#include <stdint.h>

enum {
    OK = 0,
    EPERM = -1,
    EIO = -5,
    EAGAIN = -11,
    EBUSY = -16,
    ENODEV = -19,
    EINVAL = -22,
    ENOTTY = -25,
    ENOSPC = -28,
    ESUSPEND = -999 // the answer comes later
};

struct answer {
    uint32_t client;
    int status;
    uint32_t value;
};

static struct answer last_answer;

static void answer(uint32_t client, int status, uint32_t value) {
    last_answer.client = client;
    last_answer.status = status;
    last_answer.value = value;
}
