// A driver for a network card: rings of frames to be sent and received, paths to neighbours that have to be asked for first,
// groups that the card listens to, child interfaces, and the settings that a user may change.
//
//   OPEN, STOP                  the rings are made, and go
//   SEND, SENT, WATCHDOG        a frame goes to a neighbour or a group; the card has sent one; it has not for too long
//   RECEIVE, POLL               the card has received a frame; the kernel fetches it
//   RESOLVE, ANSWER, FORGET     a path is asked for, becomes known, or is given up
//   JOIN, LEAVE                 groups; the first one is for everybody
//   SET_MTU, SET_REGISTER, GET_REGISTER, SET_RATE, SHOW
//   ADD_CHILD, REMOVE_CHILD, CHILD_MTU
//   LINK                        the cable was pulled or plugged in
//
// The input is how the card is configured, and a sequence of calls. Nine mistakes are in here, which show at 26 places: see
// BUGS.md.
#include <secateur.h>
#include <stdlib.h>
#include <string.h>

enum { CALLS = 5, LARGEST_RING = 8, PATHS = 2, GROUPS = 2, CHILDREN = 2, REGISTERS = 6 };
enum { SMALLEST_MTU = 8, LARGEST_MTU = 24, DEFAULT_MTU = 12, SHORT_FRAME = 6, TICKS = 1000 };

enum call {
    OPEN,
    STOP,
    SEND,
    SENT,
    WATCHDOG,
    RECEIVE,
    POLL,
    RESOLVE,
    ANSWER,
    FORGET,
    JOIN,
    LEAVE,
    SET_MTU,
    SET_REGISTER,
    GET_REGISTER,
    SET_RATE,
    SHOW,
    ADD_CHILD,
    REMOVE_CHILD,
    CHILD_MTU,
    LINK,
    NUMBER_OF_CALLS
};

enum status { OK, NO_DEVICE, IS_DOWN, BUSY, INVALID, NO_MEMORY, UNKNOWN };

struct input {
    uint8_t send_slots; // of the rings
    uint8_t receive_slots;
    uint8_t calls[CALLS][4]; // a call and its three arguments
};

// --- what the driver knows ----------------------------------------------------------------------------------------

struct frame {
    uint8_t length;
    uint8_t destination;
    uint8_t first; // of its bytes
};

struct ring {
    uint32_t slots;
    uint32_t head; // the next slot to be filled
    uint32_t used;
    struct frame frames[LARGEST_RING];
};

// Who is at the other end of a path, as soon as that is known.
struct neighbour {
    uint8_t address;
    uint8_t queue_pair;
    uint32_t sent;
};

struct path {
    int is_used;
    uint8_t name;
    struct neighbour *neighbour;
    uint32_t waiting; // frames for which there was no neighbour yet
};

struct group {
    uint8_t address;
    uint8_t members;
    uint32_t sent;
};

struct device;

struct child {
    uint8_t tag;
    struct device *device;
    struct child *next;
};

struct counters {
    uint32_t sent;
    uint32_t received;
    uint32_t dropped;
    uint32_t errors;
};

struct device {
    int is_up;
    int has_link;
    uint32_t mtu;
    uint32_t rate; // interrupts a second
    uint32_t delay;
    struct ring *send;
    struct ring *receive;
    uint8_t *buffer; // what was received last, of the MTU's size
    uint32_t filled;
    struct path paths[PATHS];
    struct group *groups[GROUPS];
    struct group *broadcast; // the group for everybody, which is one of them
    struct child *children;
    struct device *parent; // of a child interface
    uint32_t *registers;
    struct counters counters;
};

// --- rings --------------------------------------------------------------------------------------------------------

// NULL if it cannot be had in this size.
static struct ring *ring_create(uint32_t slots) {
    if (slots == 0 || slots > LARGEST_RING)
        return NULL;
    struct ring *ring = calloc(1, sizeof *ring);
    if (ring != NULL)
        ring->slots = slots;
    return ring;
}

static int ring_is_full(const struct ring *ring) {
    return ring->used == ring->slots;
}

static void ring_put(struct ring *ring, const struct frame *frame) {
    ring->frames[ring->head] = *frame;
    ring->head = (ring->head + 1) % ring->slots;
    ring->used++;
}

// There is one.
static struct frame ring_take(struct ring *ring) {
    uint32_t oldest = (ring->head + ring->slots - ring->used) % ring->slots;
    ring->used--;
    return ring->frames[oldest];
}

// --- beginning and end --------------------------------------------------------------------------------------------

static struct device *device_create(void) {
    struct device *device = calloc(1, sizeof *device);
    if (device == NULL)
        return NULL;
    device->registers = calloc(REGISTERS, sizeof *device->registers);
    if (device->registers == NULL) {
        free(device);
        return NULL;
    }
    device->mtu = DEFAULT_MTU;
    device->rate = 100;
    device->has_link = 1;
    for (uint32_t i = 0; i < REGISTERS; i++)
        device->registers[i] = i;
    return device;
}

static void path_release(struct path *path) {
    free(path->neighbour);
    path->neighbour = NULL;
    path->is_used = 0;
    path->waiting = 0;
}

static void device_destroy(struct device *device) {
    for (int i = 0; i < PATHS; i++)
        path_release(&device->paths[i]);
    for (int i = 0; i < GROUPS; i++)
        free(device->groups[i]);
    while (device->children != NULL) {
        struct child *next = device->children->next;
        free(device->children);
        device->children = next;
    }
    free(device->send);
    free(device->receive);
    free(device->buffer);
    free(device->registers);
    free(device);
}

// The card is told to go before its rings are made, since that takes a while.
static enum status device_open(struct device *device, const struct input *input) {
    if (device->is_up)
        return BUSY;
    device->is_up = 1;
    device->buffer = malloc(device->mtu);
    if (device->buffer == NULL)
        return NO_MEMORY;
    device->filled = 0;
    device->receive = ring_create(input->receive_slots);
    if (device->receive == NULL)
        return NO_MEMORY;
    device->send = ring_create(input->send_slots);
    if (device->send == NULL)
        return NO_MEMORY;
    return OK;
}

static enum status device_stop(struct device *device) {
    if (!device->is_up)
        return IS_DOWN;
    free(device->send);
    free(device->receive);
    free(device->buffer);
    device->send = device->receive = NULL;
    device->buffer = NULL;
    device->filled = 0;
    device->is_up = 0;
    return OK;
}

// --- paths --------------------------------------------------------------------------------------------------------

static struct path *path_find(struct device *device, uint8_t name) {
    for (int i = 0; i < PATHS; i++)
        if (device->paths[i].is_used && device->paths[i].name == name)
            return &device->paths[i];
    return NULL;
}

// Asks who is there; the answer comes later, or never.
static enum status path_resolve(struct device *device, uint8_t name) {
    if (path_find(device, name) != NULL)
        return BUSY;
    for (int i = 0; i < PATHS; i++) {
        struct path *path = &device->paths[i];
        if (!path->is_used) {
            path->is_used = 1;
            path->name = name;
            path->waiting = 0;
            return OK;
        }
    }
    return NO_MEMORY;
}

static enum status path_answer(struct device *device, uint8_t name, uint8_t address, uint8_t queue_pair) {
    struct path *path = path_find(device, name);
    if (path == NULL)
        return UNKNOWN;
    if (address == 0) { // nobody is there, or nobody any more
        path->neighbour->queue_pair = 0;
        return UNKNOWN;
    }
    if (path->neighbour == NULL)
        path->neighbour = calloc(1, sizeof *path->neighbour);
    if (path->neighbour == NULL)
        return NO_MEMORY;
    path->neighbour->address = address;
    path->neighbour->queue_pair = queue_pair;
    path->neighbour->sent += path->waiting;
    path->waiting = 0;
    return OK;
}

static enum status path_forget(struct device *device, uint8_t name) {
    struct path *path = path_find(device, name);
    if (path == NULL)
        return UNKNOWN;
    device->counters.sent += path->neighbour->sent;
    path_release(path);
    return OK;
}

// --- groups -------------------------------------------------------------------------------------------------------

static enum status group_join(struct device *device, uint8_t address) {
    for (int i = 0; i < GROUPS; i++) {
        struct group *group = device->groups[i];
        if (group != NULL && group->address == address) {
            group->members++;
            return OK;
        }
    }
    for (int i = 0; i < GROUPS; i++) {
        if (device->groups[i] == NULL) {
            struct group *group = calloc(1, sizeof *group);
            if (group == NULL)
                return NO_MEMORY;
            group->address = address;
            group->members = 1;
            device->groups[i] = group;
            if (device->broadcast == NULL)
                device->broadcast = group;
            return OK;
        }
    }
    return BUSY;
}

static enum status group_leave(struct device *device, uint8_t address) {
    for (int i = 0; i < GROUPS; i++) {
        struct group *group = device->groups[i];
        if (group == NULL || group->address != address)
            continue;
        group->members--;
        if (group->members == 0) {
            free(group);
            device->groups[i] = NULL;
        }
        return OK;
    }
    return UNKNOWN;
}

// --- sending ------------------------------------------------------------------------------------------------------

static enum status send_to_all(struct device *device, const struct frame *frame) {
    struct group *group = device->broadcast;
    if (group == NULL)
        return UNKNOWN;
    group->sent++;
    if (device->send == NULL || ring_is_full(device->send))
        return BUSY;
    ring_put(device->send, frame);
    return OK;
}

static enum status send_to_path(struct device *device, const struct frame *frame) {
    struct path *path = path_find(device, frame->destination);
    if (path == NULL)
        return UNKNOWN;
    if (frame->length <= SHORT_FRAME && path->neighbour == NULL) {
        path->waiting++;
        return OK;
    }
    path->neighbour->sent++;
    if (device->send->used == device->send->slots)
        return BUSY;
    ring_put(device->send, frame);
    return OK;
}

static enum status device_send(struct device *device, const struct frame *frame) {
    if (!device->is_up || !device->has_link)
        return IS_DOWN;
    if (frame->length == 0 || frame->length > device->mtu) {
        device->counters.dropped++;
        return INVALID;
    }
    return frame->destination == 0xff ? send_to_all(device, frame) : send_to_path(device, frame);
}

// The card has sent the oldest frame.
static enum status device_sent(struct device *device) {
    if (!device->is_up)
        return IS_DOWN;
    if (device->send->used == 0)
        return INVALID;
    struct frame frame = ring_take(device->send);
    device->counters.sent += frame.length;
    return OK;
}

// Nothing was sent for too long: what waits is given up.
static enum status device_watchdog(struct device *device, uint8_t is_hard) {
    if (!device->is_up)
        return IS_DOWN;
    if (is_hard % 2 == 0) {
        device->counters.dropped += device->send->used;
        device->send->used = device->send->head = 0;
    } else {
        uint32_t slots = device->send->slots;
        free(device->send);
        device->send = ring_create(slots);
    }
    device->counters.errors++;
    return OK;
}

// --- receiving ----------------------------------------------------------------------------------------------------

static enum status device_receive(struct device *device, const struct frame *frame) {
    if (!device->is_up || !device->has_link)
        return IS_DOWN;
    if (frame->length == 0 || frame->length > device->mtu || ring_is_full(device->receive)) {
        device->counters.errors++;
        return INVALID;
    }
    ring_put(device->receive, frame);
    for (uint32_t i = 0; i < frame->length; i++)
        device->buffer[i] = (uint8_t)(frame->first + i);
    device->filled = frame->length;
    return OK;
}

// Short frames are copied; of long ones the kernel gets the buffer, of which it looks at the last byte.
static enum status device_poll(struct device *device) {
    uint8_t copy[SHORT_FRAME];
    if (!device->is_up)
        return IS_DOWN;
    if (device->receive->used == 0)
        return UNKNOWN;
    struct frame frame = ring_take(device->receive);
    if (frame.length <= SHORT_FRAME) {
        memcpy(copy, device->buffer, frame.length);
        device->counters.received += copy[0] != 0;
    } else if (device->buffer[device->mtu - 1] == 0) {
        device->counters.received++;
    }
    return OK;
}

// --- settings -----------------------------------------------------------------------------------------------------

static enum status set_mtu(struct device *device, uint8_t mtu) {
    if (mtu < SMALLEST_MTU || mtu > LARGEST_MTU)
        return INVALID;
    if (device->parent != NULL && mtu > device->parent->mtu)
        return INVALID;
    device->mtu = mtu;
    return OK;
}

static enum status set_register(struct device *device, uint8_t number, uint8_t value) {
    if (number > REGISTERS)
        return INVALID;
    device->registers[number] = value;
    return OK;
}

static enum status get_register(const struct device *device, uint8_t number, uint32_t *value) {
    if (number > REGISTERS)
        return INVALID;
    *value = device->registers[number];
    return OK;
}

// The rate is given in steps of 8.
static enum status set_rate(struct device *device, uint8_t rate) {
    if (rate == 0)
        return INVALID;
    device->rate = rate / 8;
    device->delay = TICKS / device->rate;
    return OK;
}

static uint32_t show(const struct device *device, uint8_t what) {
    const struct path *path = &device->paths[what % PATHS];
    switch (what / 16) {
    case 0:
        return device->counters.sent + device->counters.received;
    case 1:
        return device->is_up ? device->send->slots - device->send->used : 0;
    case 2:
        return device->is_up ? device->receive->used : 0;
    case 3:
        return path->is_used ? path->neighbour->address : 0u;
    case 4:
        return device->broadcast != NULL ? device->broadcast->members : 0u;
    default:
        return device->counters.errors;
    }
}

// The card forgets what it was told when the cable is pulled: whoever is in the group for everybody says so again.
static enum status set_link(struct device *device, uint8_t has_link) {
    if (has_link % 2 == 0) {
        device->has_link = 0;
        if (device->is_up)
            device->counters.dropped += device->send->used;
        return OK;
    }
    device->has_link = 1;
    if (device->broadcast != NULL && device->broadcast->members > 0)
        device->registers[0]++;
    return OK;
}

// --- children -----------------------------------------------------------------------------------------------------

static enum status child_add(struct device *device, uint8_t tag) {
    int count = 0;
    for (const struct child *child = device->children; child != NULL; child = child->next) {
        if (child->tag == tag)
            return BUSY;
        count++;
    }
    if (count == CHILDREN)
        return NO_MEMORY;
    struct child *child = calloc(1, sizeof *child);
    if (child == NULL)
        return NO_MEMORY;
    child->tag = tag;
    child->next = device->children;
    device->children = child;
    return OK;
}

static enum status child_remove(struct device *device, uint8_t tag) {
    for (struct child *child = device->children, *before = NULL; child != NULL; before = child, child = child->next) {
        if (child->tag != tag)
            continue;
        if (before != NULL)
            before->next = child->next;
        else if (child->next != NULL)
            device->children = child->next;
        free(child);
        return OK;
    }
    return UNKNOWN;
}

// A child's frames carry its tag, so they are a little shorter.
static enum status child_mtu(struct device *device, uint8_t tag, uint8_t mtu) {
    for (struct child *child = device->children; child != NULL; child = child->next) {
        if (child->tag == tag) {
            if (mtu < SMALLEST_MTU || mtu + 4u > device->mtu)
                return INVALID;
            child->device->mtu = mtu;
            return OK;
        }
    }
    return UNKNOWN;
}

// --- calls --------------------------------------------------------------------------------------------------------

static enum status handle(struct device *device, const struct input *input, const uint8_t *call) {
    struct frame frame = {call[1], call[2], call[3]};
    uint32_t value = 0;
    switch ((enum call)(call[0] % NUMBER_OF_CALLS)) {
    case OPEN:
        return device_open(device, input);
    case STOP:
        return device_stop(device);
    case SEND:
        return device_send(device, &frame);
    case SENT:
        return device_sent(device);
    case WATCHDOG:
        return device_watchdog(device, call[1]);
    case RECEIVE:
        return device_receive(device, &frame);
    case POLL:
        return device_poll(device);
    case RESOLVE:
        return path_resolve(device, call[2]);
    case ANSWER:
        return path_answer(device, call[2], call[1], call[3]);
    case FORGET:
        return path_forget(device, call[2]);
    case JOIN:
        return group_join(device, call[1]);
    case LEAVE:
        return group_leave(device, call[1]);
    case SET_MTU:
        return set_mtu(device, call[1]);
    case SET_REGISTER:
        return set_register(device, call[1], call[2]);
    case GET_REGISTER:
        return get_register(device, call[1], &value);
    case SET_RATE:
        return set_rate(device, call[1]);
    case SHOW:
        return show(device, call[1]) == 0 ? OK : UNKNOWN;
    case ADD_CHILD:
        return child_add(device, call[1]);
    case REMOVE_CHILD:
        return child_remove(device, call[1]);
    case CHILD_MTU:
        return child_mtu(device, call[1], call[2]);
    case LINK:
        return set_link(device, call[1]);
    default:
        return INVALID;
    }
}

int main(void) {
    struct input input;
    secateur_symbolic(&input, sizeof input, "input");
    struct device *device = device_create();
    if (device == NULL)
        return 1;
    for (int i = 0; i < CALLS; i++)
        handle(device, &input, input.calls[i]);
    device_destroy(device);
    return 0;
}
