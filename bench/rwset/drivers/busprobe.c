// A driver for a bus like PCI: it finds what is plugged in, gives out addresses and interrupt lines, and answers the
// drivers of the devices, which send it messages.
//
//   SCAN slot               looks at the configuration space of a slot
//   CLAIM slot              a driver takes a device, and with it its interrupt line
//   RELEASE slot            and gives it back
//   MAP slot, UNMAP slot    a window of addresses for its registers
//   POWER slot, argument    wakes what is behind a bridge, or sends it to sleep
//   QUERY slot, argument    what is known of it
//   CONFIG slot, argument   reads a register of its configuration space
//   INTERRUPT               a line was raised
//   EJECT slot              it was taken out
//   SHUTDOWN                the end
//
// What stands in configuration space is input, and may be something else whenever it is read. There are two slots; if a
// bridge is in the first, the second is behind it. Four bugs are in here: see ../BUGS.md.
#include <secateur.h>
#include <stdlib.h>
#include <string.h>

#ifndef ROUNDS
#define ROUNDS 6
#endif
#include "../answer.h"
#include "../rounds.h"

enum { SLOTS = 2, FUNCTIONS = 2, BARS = 2, CAPABILITIES = 3, WINDOW = 2, SHARED_LINE = 9 };

enum request { SCAN = 1, CLAIM, RELEASE, MAP, UNMAP, POWER, QUERY, CONFIG, INTERRUPT, EJECT, SHUTDOWN };

enum question { WHICH_CLASS = 1, HOW_LARGE, WHERE, LATENCY };

struct message {
    uint32_t type;
    uint32_t client;
    uint32_t slot;
    uint32_t argument;
};

// --- configuration space ------------------------------------------------------------------------------------------

enum offset {
    VENDOR = 0x00,
    COMMAND = 0x04,
    CLASS = 0x08,
    HEADER = 0x0c,
    BAR0 = 0x10,
    SECONDARY = 0x18,
    POINTER = 0x34,
    LINE = 0x3c,
    SPACE = 0x100
};

enum { NOBODY = 0xffff, HEADER_BRIDGE = 0x01, HEADER_MANY = 0x80, COMMAND_MEMORY = 2, COMMAND_MASTER = 4, STATUS_LIST = 0x10 };
enum { CLASS_STORAGE = 1, CLASS_NETWORK = 2, CLASS_BRIDGE = 6 };
enum { CAPABILITY_POWER = 1, CAPABILITY_MESSAGES = 5 };

struct address {
    int bus;
    int device;
    int function;
};

static struct {
    uint32_t offset;
    uint32_t value;
} last_write;

// The word that this register is in, whatever the card has there by now.
static uint32_t config_read(struct address place, uint32_t offset, const char *name) {
    uint32_t value;
    (void)place;
    (void)offset;
    secateur_symbolic(&value, sizeof value, name);
    return value;
}

static void config_write(struct address place, uint32_t offset, uint32_t value) {
    (void)place;
    last_write.offset = offset;
    last_write.value = value;
}

// --- what is known of devices -------------------------------------------------------------------------------------

enum kind { DEVICE, BRIDGE };

struct line {
    int number;
    int is_raised;
};

struct device {
    enum kind kind;
    int is_claimed;
    int pages; // of its registers in memory
    int base;  // its place in the window, or -1
    int can_sleep;
    int is_asleep;
    struct line *line;
    struct device *parent; // the bridge that it is behind
    uint32_t owner;
    uint32_t revision;
};

static struct device pool[SLOTS];
static struct device *devices[SLOTS];
static uint8_t window[WINDOW];      // which pages are given out
static struct line *shared;         // by all devices with an interrupt
static uint8_t found[CAPABILITIES]; // in the list that was read last

// --- looking for devices ------------------------------------------------------------------------------------------

static struct address place_of(int slot) {
    struct address place = {0, slot, 0};
    if (devices[slot] != NULL && devices[slot]->parent != NULL) {
        place.bus = 1;
        place.device = 0;
    }
    return place;
}

static enum kind classify(uint32_t class, uint32_t header) {
    if ((header >> 16 & 0x7f) == HEADER_BRIDGE)
        return BRIDGE;
    switch (class >> 24) {
    case CLASS_STORAGE: return DEVICE;
    case CLASS_NETWORK: return DEVICE;
    case CLASS_BRIDGE: return (class >> 16 & 0xff) == 4 ? BRIDGE : DEVICE;
    default: return DEVICE;
    }
}

// A register for an address tells its size when all ones are written to it: the lowest bits stay zero.
static int pages_of_bar(struct address place, int bar) {
    uint32_t offset = BAR0 + 4 * (uint32_t)bar;
    uint32_t before = config_read(place, offset, "bar");
    if ((before & 1) != 0)
        return 0; // ports, not memory
    config_write(place, offset, 0xffffffff);
    uint32_t mask = config_read(place, offset, "bar-mask") & 0xfffffff0;
    config_write(place, offset, before);
    if (mask == 0)
        return 0;
    return (mask & 0x1000) != 0 ? 1 : 0; // one page, or more than the window has
}

static int measure(struct address place) {
    int largest = 0;
    for (int bar = 0; bar < BARS; bar++) {
        int pages = pages_of_bar(place, bar);
        if (pages > largest)
            largest = pages;
    }
    return largest;
}

// Follows the list of capabilities, which may be wrong: it may lead in a circle.
static int read_capabilities(struct address place) {
    int count = 0, can_sleep = 0;
    uint32_t at = config_read(place, POINTER, "pointer") & 0xfc;
    while (at >= 0x40) {
        uint32_t entry = config_read(place, at, "capability");
        if (count > CAPABILITIES)
            break;
        found[count++] = (uint8_t)entry;
        if ((entry & 0xff) == CAPABILITY_POWER)
            can_sleep = 1;
        else if ((entry & 0xff) == CAPABILITY_MESSAGES)
            config_write(place, at, entry & ~0x10000u);
        at = entry >> 8 & 0xfc;
    }
    return can_sleep;
}

static int count_functions(struct address place, uint32_t header) {
    int count = 1;
    if ((header >> 16 & HEADER_MANY) == 0)
        return count;
    for (place.function = 1; place.function < FUNCTIONS; place.function++)
        if ((config_read(place, VENDOR, "vendor") & 0xffff) != NOBODY)
            count++;
    return count;
}

static int scan(int slot) {
    struct device *device = &pool[slot];
    if (devices[slot] != NULL)
        return EBUSY;
    memset(device, 0, sizeof *device);
    device->base = -1;
    if (slot > 0 && devices[0] != NULL && devices[0]->kind == BRIDGE) {
        if (devices[0]->is_asleep)
            return EAGAIN;
        device->parent = devices[0];
    }
    struct address place = {device->parent != NULL, device->parent != NULL ? 0 : slot, 0};
    uint32_t identity = config_read(place, VENDOR, "vendor");
    if ((identity & 0xffff) == NOBODY || identity == 0)
        return ENODEV;
    uint32_t class = config_read(place, CLASS, "class"), header = config_read(place, HEADER, "header");
    device->kind = classify(class, header);
    device->revision = class & 0xff;
    int has_list = (config_read(place, COMMAND, "command") >> 16 & STATUS_LIST) != 0;
    int can_sleep = has_list ? read_capabilities(place) : 0;
    if (device->kind == BRIDGE) {
        if (slot > 0)
            return EINVAL; // only one, and only there
        config_write(place, SECONDARY, 1);
        device->can_sleep = can_sleep;
    } else {
        if (count_functions(place, header) > 1)
            config_write(place, COMMAND, 0);
        device->pages = measure(place);
    }
    devices[slot] = device;
    return OK;
}

// --- addresses and lines ------------------------------------------------------------------------------------------

static int map(struct device *device, int slot) {
    if (!device->is_claimed)
        return EPERM;
    if (device->pages == 0)
        return EINVAL;
    if (device->base >= 0)
        return OK;
    for (int base = 0; base < WINDOW; base++) {
        if (window[base] == 0) {
            window[base] = 1;
            device->base = base;
            config_write(place_of(slot), BAR0, (uint32_t)base << 12);
            config_write(place_of(slot), COMMAND, COMMAND_MEMORY | COMMAND_MASTER);
            return OK;
        }
    }
    return ENOSPC;
}

static int unmap(struct device *device) {
    if (device->base < 0)
        return EINVAL;
    window[device->base] = 0;
    device->base = -1;
    return OK;
}

static int route(struct device *device, int slot) {
    uint32_t word = config_read(place_of(slot), LINE, "line");
    uint32_t pin = word >> 8 & 0xff;
    if (pin == 0 || pin > 4)
        return ENODEV; // it never interrupts
    device->line = shared;
    config_write(place_of(slot), LINE, (word & ~0xffu) | (uint32_t)shared->number);
    return OK;
}

static int interrupt(const struct message *m) {
    int handled = 0;
    for (int slot = 0; slot < SLOTS; slot++) {
        struct device *device = devices[slot];
        if (device == NULL || device->line == NULL)
            continue;
        if (device->line->number != (int)m->argument)
            continue;
        if (device->parent != NULL && device->parent->is_asleep)
            continue;
        if ((config_read(place_of(slot), COMMAND, "command") >> 16 & 8) != 0) {
            answer(device->owner, OK, (uint32_t)slot);
            handled = 1;
        }
    }
    return handled ? OK : EAGAIN;
}

// --- what drivers ask for -----------------------------------------------------------------------------------------

static int claim(struct device *device, int slot, uint32_t client) {
    if (device->kind == BRIDGE)
        return EPERM;
    if (device->is_claimed)
        return EBUSY;
    device->is_claimed = 1;
    device->owner = client;
    if (route(device, slot) != OK)
        answer(client, EAGAIN, 0); // it has to be polled
    return OK;
}

static int release(struct device *device) {
    if (!device->is_claimed)
        return EINVAL;
    if (device->base >= 0)
        unmap(device);
    device->line = NULL;
    device->is_claimed = 0;
    return OK;
}

// Bridges sleep and wake; a device behind one is woken with it.
static int power(struct device *device, uint32_t argument) {
    if (argument > 1)
        return EINVAL;
    if (device->kind == BRIDGE) {
        if (argument == 0 && !device->can_sleep)
            return EINVAL;
        device->is_asleep = argument == 0;
        return OK;
    }
    if (device->parent == NULL || argument == 0)
        return EINVAL;
    if (!devices[0]->is_asleep)
        return EAGAIN;
    devices[0]->is_asleep = 0;
    return OK;
}

static int query(const struct device *device, const struct message *m) {
    uint32_t value = 0;
    switch (m->argument) {
    case WHICH_CLASS:
        value = device->kind == BRIDGE ? CLASS_BRIDGE : 0xff;
        break;
    case HOW_LARGE:
        value = (uint32_t)device->pages << 12;
        break;
    case WHERE:
        if (device->base < 0)
            return ENODEV;
        value = (uint32_t)device->base << 12;
        break;
    case LATENCY:
        // The more registers it has, the shorter it may wait for the bus.
        if (!device->is_claimed)
            return EPERM;
        value = (uint32_t)(64 / device->pages);
        break;
    default:
        return EINVAL;
    }
    answer(m->client, OK, value);
    return OK;
}

static int config(struct device *device, int slot, const struct message *m) {
    if (device->is_asleep || (device->parent != NULL && device->parent->is_asleep))
        return EIO;
    if (m->argument >= SPACE || m->argument % 4 != 0)
        return EINVAL;
    if (m->argument >= 0x40 && !device->is_claimed)
        return EPERM;
    answer(m->client, OK, config_read(place_of(slot), m->argument, "config"));
    return OK;
}

static int eject(struct device *device, int slot) {
    if (device->is_claimed)
        return EBUSY;
    if (device->is_asleep)
        config_write(place_of(slot), COMMAND, 0);
    devices[slot] = NULL;
    return OK;
}

// --- messages -----------------------------------------------------------------------------------------------------

static int start(void) {
    shared = malloc(sizeof *shared);
    if (shared == NULL)
        return EAGAIN;
    shared->number = SHARED_LINE;
    shared->is_raised = 0;
    return OK;
}

// Devices go with the lines that they have; a line that none has is left.
static void shut_down(void) {
    int is_used = 0;
    for (int slot = 0; slot < SLOTS; slot++) {
        if (devices[slot] == NULL || devices[slot]->line == NULL)
            continue;
        is_used = 1;
        free(devices[slot]->line);
    }
    if (!is_used)
        free(shared);
}

// The slots are told apart here, so that everything behind knows which one it is.
static int slot_of(const struct message *m) {
    for (int slot = 0; slot < SLOTS; slot++)
        if (m->slot == (uint32_t)slot)
            return slot;
    return -1;
}

static int dispatch(const struct message *m) {
    if (m->type == INTERRUPT)
        return interrupt(m);
    int slot = slot_of(m);
    if (slot < 0)
        return EINVAL;
    if (m->type == SCAN)
        return scan(slot);
    struct device *device = devices[slot];
    if (device == NULL)
        return ENODEV;
    switch (m->type) {
    case CLAIM: return claim(device, slot, m->client);
    case RELEASE: return release(device);
    case MAP: return map(device, slot);
    case UNMAP: return unmap(device);
    case POWER: return power(device, m->argument);
    case QUERY: return query(device, m);
    case CONFIG: return config(device, slot, m);
    case EJECT: return eject(device, slot);
    default: return EINVAL;
    }
}

int main(void) {
    static struct message message;
    if (start() != OK)
        return 1;
    EACH_ROUND {
        secateur_symbolic(&message, sizeof message, "message");
        if (message.type == SHUTDOWN)
            break;
        answer(message.client, dispatch(&message), 0);
    }
    shut_down();
    return 0;
}
