// A driver for a network card with descriptor rings: a process that waits for messages of its clients and for
// interrupts, which come as messages too, and answers each of them.
//
//   PROBE                   looks for the card and reads its settings from the EEPROM
//   UP, DOWN                starts and stops it
//   WRITE, WRITEV           sends a frame of one buffer, or of two
//   READ, CANCEL            waits for a frame; does not wait any longer
//   IOCTL                   settings and what is there to look at
//   INTERRUPT               frames came, frames were sent, something went wrong
//   WATCHDOG                a second has passed
//   REMOVE                  the card was taken out: the end
//
// The card's registers are input, and may say something else whenever they are read; so is what it writes into memory.
// Rings and buffers are small, so that all that can be in them can be explored. Five bugs are in here: see ../BUGS.md.
#include <secateur.h>
#include <stdlib.h>
#include <string.h>

#ifndef ROUNDS
#define ROUNDS 6
#endif
#include "../answer.h"
#include "../rounds.h"

enum { TX_RING = 2, RX_RING = 2, FRAME_SIZE = 24, SHORTEST = 14, EEPROM_WORDS = 8, SPARE_SIZE = 8 };
enum { RESET_TRIES = 3, EEPROM_TRIES = 2 };

enum request { PROBE = 1, UP, DOWN, WRITE, WRITEV, READ, CANCEL, IOCTL, INTERRUPT, WATCHDOG, REMOVE };

enum control { SET_FILTER = 1, GET_EEPROM, PEEK, GET_LINK, SET_LOOPBACK };

struct message {
    uint32_t type;
    uint32_t client;
    uint32_t count;
    uint32_t argument;
};

// --- the card -----------------------------------------------------------------------------------------------------

enum port { IDENTITY, CONTROL, STATUS, EEPROM_ADDRESS, EEPROM_DATA, LINK, TX_STATUS, RX_STATUS, RX_LENGTH, FILTER, PORTS };

enum { CARD_IDENTITY = 0x8c9, OLD_IDENTITY = 0x8c5 };
enum { CONTROL_RESET = 1, CONTROL_START = 2, CONTROL_STOP = 4, CONTROL_ACKNOWLEDGE = 8, CONTROL_LOOPBACK = 16 };
enum { STATUS_BUSY = 1, STATUS_RX = 2, STATUS_TX = 4, STATUS_ERROR = 8, STATUS_LINK = 16, STATUS_GONE = 0x8000 };
enum { LINK_UP = 1, LINK_FAST = 2 };
enum { TX_DEFERRED = 1, TX_COLLISION = 2, TX_UNDERFLOW = 4 };
enum { RX_CRC = 1, RX_OVERFLOW = 2, RX_MISSED = 4, RX_MULTICAST = 8 };

static uint32_t written[PORTS];

static uint32_t port_read(enum port port) {
    static const char *const names[PORTS] = {"identity", "control", "status",    "eeprom-address", "eeprom-data",
                                             "link",     "tx",      "rx-status", "rx-length",      "filter"};
    uint32_t value;
    secateur_symbolic(&value, sizeof value, names[port]);
    return value;
}

static void port_write(enum port port, uint32_t value) {
    written[port] = value;
}

// --- the driver's state -------------------------------------------------------------------------------------------

enum phase { ABSENT, STOPPED, RUNNING };

enum owner { OF_DRIVER, OF_CARD };

struct descriptor {
    enum owner owner;
    uint16_t length;
};

struct reader {
    uint32_t client;
    uint32_t room;
    uint32_t filled;
};

struct card {
    enum phase phase;
    int has_link;
    int is_promiscuous;
    struct descriptor tx[TX_RING]; // the oldest first
    int sending;
    struct descriptor rx[RX_RING];
    int next;    // the descriptor that the card fills next
    int waiting; // a frame came that nobody has read
    struct reader *reader;
    uint8_t *spare; // for short frames, so that the ring's buffer is free at once
    uint8_t *copy;  // where short frames go: the spare buffer, or nowhere
    uint32_t last_status;
    uint32_t last_error;
};

static struct card card;
static struct reader the_reader;
static uint32_t senders[TX_RING];
static uint16_t eeprom[EEPROM_WORDS];
static uint8_t rx_buffers[RX_RING][FRAME_SIZE]; // the card writes into them

// --- finding and starting it --------------------------------------------------------------------------------------

static int wait_until_ready(int tries) {
    while (tries-- > 0)
        if ((port_read(STATUS) & STATUS_BUSY) == 0)
            return OK;
    return EIO;
}

static int read_eeprom(int word, uint16_t *value) {
    port_write(EEPROM_ADDRESS, (uint32_t)word);
    if (wait_until_ready(EEPROM_TRIES) != OK)
        return EIO;
    *value = (uint16_t)port_read(EEPROM_DATA);
    return OK;
}

// Only the first word is of interest here; the others are what users may ask for.
static int load_settings(void) {
    uint16_t first;
    if (read_eeprom(0, &first) != OK)
        return EIO;
    if (first == 0 || first == 0xffff)
        return ENODEV;
    memset(eeprom, 0, sizeof eeprom);
    card.is_promiscuous = (first & 0x100) != 0;
    return OK;
}

static int probe(void) {
    if (card.phase != ABSENT)
        return EBUSY;
    uint32_t identity = port_read(IDENTITY);
    if (identity == OLD_IDENTITY) {
        card.last_error = identity; // it has no rings
        return ENODEV;
    }
    if (identity != CARD_IDENTITY)
        return ENODEV;
    port_write(CONTROL, CONTROL_RESET);
    if (wait_until_ready(RESET_TRIES) != OK)
        return EIO;
    if (load_settings() != OK)
        return EIO;
    if (card.spare == NULL) {
        card.spare = malloc(SPARE_SIZE);
        if (card.spare == NULL)
            return EAGAIN;
    }
    card.phase = STOPPED;
    return OK;
}

// With all frames of the network there is no time for copies.
static void set_filter(void) {
    port_write(FILTER, card.is_promiscuous ? 0xffff : 1);
    card.copy = card.is_promiscuous ? NULL : card.spare;
}

static uint32_t look_at_link(void) {
    uint32_t link = port_read(LINK);
    card.has_link = (link & LINK_UP) != 0;
    if (!card.has_link)
        return 0;
    return (link & LINK_FAST) != 0 ? 100 : 10;
}

static void empty_rings(void) {
    for (int i = 0; i < TX_RING; i++) {
        card.tx[i].owner = OF_DRIVER;
        card.tx[i].length = 0;
        senders[i] = 0;
    }
    for (int i = 0; i < RX_RING; i++) {
        card.rx[i].owner = OF_CARD;
        card.rx[i].length = 0;
    }
    card.sending = 0;
    card.next = 0;
    card.waiting = 0;
}

static int up(void) {
    if (card.phase == ABSENT)
        return ENODEV;
    if (card.phase == RUNNING)
        return OK;
    empty_rings();
    set_filter();
    port_write(CONTROL, CONTROL_START);
    if (wait_until_ready(RESET_TRIES) != OK) {
        port_write(CONTROL, CONTROL_RESET);
        return EIO;
    }
    look_at_link();
    card.phase = RUNNING;
    return OK;
}

static void give_up_reading(int status) {
    if (card.reader == NULL)
        return;
    answer(card.reader->client, status, 0);
    card.reader = NULL;
}

static int down(void) {
    if (card.phase != RUNNING)
        return card.phase == ABSENT ? ENODEV : OK;
    port_write(CONTROL, CONTROL_STOP);
    give_up_reading(EAGAIN);
    card.phase = STOPPED;
    return OK;
}

// --- sending ------------------------------------------------------------------------------------------------------

static void enqueue(uint32_t client, uint32_t length) {
    senders[card.sending] = client;
    card.tx[card.sending].length = (uint16_t)length;
    card.tx[card.sending].owner = OF_CARD;
    card.sending++;
}

static int can_send(const struct message *m) {
    if (card.phase != RUNNING)
        return ENODEV;
    if (!card.has_link)
        return EIO;
    if (m->count < SHORTEST || m->count > FRAME_SIZE)
        return EINVAL;
    return OK;
}

static int write_frame(const struct message *m) {
    int status = can_send(m);
    if (status != OK)
        return status;
    if (card.sending == TX_RING)
        return EAGAIN;
    enqueue(m->client, m->count);
    return OK;
}

// The second buffer gets a descriptor of its own; its length is the argument.
static int write_vector(const struct message *m) {
    int status = can_send(m);
    if (status != OK)
        return status;
    if (m->argument == 0 || m->argument > FRAME_SIZE)
        return EINVAL;
    if (card.sending == TX_RING)
        return EAGAIN;
    enqueue(m->client, m->count);
    enqueue(m->client, m->argument);
    return OK;
}

static void sent(void) {
    uint32_t status = port_read(TX_STATUS);
    if (card.sending == 0)
        return;
    if ((status & TX_UNDERFLOW) != 0) {
        // Everything has to be sent again by those who wanted it.
        for (int i = 0; i < card.sending; i++)
            answer(senders[i], EIO, 0);
        card.sending = 0;
        port_write(CONTROL, CONTROL_START);
        return;
    }
    if ((status & TX_COLLISION) != 0)
        card.last_error = status;
    if ((status & TX_DEFERRED) != 0)
        return;
    answer(senders[0], OK, card.tx[0].length);
    for (int i = 1; i < card.sending; i++) {
        senders[i - 1] = senders[i];
        card.tx[i - 1] = card.tx[i];
    }
    card.sending--;
    card.tx[card.sending].owner = OF_DRIVER;
}

// --- receiving ----------------------------------------------------------------------------------------------------

static int newest(void) {
    return card.next == 0 ? RX_RING - 1 : card.next - 1;
}

static void deliver(void) {
    struct descriptor *frame = &card.rx[newest()];
    struct reader *reader = card.reader;
    reader->filled = frame->length < reader->room ? frame->length : reader->room;
    answer(reader->client, OK, reader->filled);
    frame->owner = OF_CARD;
    card.reader = NULL;
    card.waiting = 0;
}

// Frames that are for the driver itself. They are over when this returns.
static int handle_control_frame(const uint8_t *frame) {
    if (frame[12] != 0x88 || frame[13] != 0x08)
        return 0;
    uint16_t pause = (uint16_t)(frame[SHORTEST] << 8 | frame[SHORTEST + 1]);
    if (pause > 0x1000)
        port_write(CONTROL, CONTROL_STOP);
    else if (pause == 0)
        port_write(CONTROL, CONTROL_START);
    return 1;
}

static void handle_short_frame(uint16_t length) {
    uint8_t first;
    secateur_symbolic(&first, sizeof first, "short-frame");
    card.copy[0] = first;
    card.copy[1] = (uint8_t)length;
    if (card.reader != NULL) {
        answer(card.reader->client, OK, card.copy[0]);
        card.reader = NULL;
    }
}

static void receive_error(uint32_t status) {
    card.last_error = status;
    if ((status & RX_OVERFLOW) != 0) {
        // The card lost its place in the ring.
        card.next = 0;
        card.waiting = 0;
        if ((status & RX_MISSED) != 0 && card.spare != NULL) {
            // Copying takes too long.
            free(card.spare);
            card.spare = NULL;
        }
        return;
    }
    if ((status & RX_CRC) != 0)
        answer(card.reader->client, EIO, 0);
}

static void received(void) {
    uint32_t status = port_read(RX_STATUS);
    uint32_t length = port_read(RX_LENGTH) & 0x1f;
    uint8_t frame[FRAME_SIZE];
    if ((status & (RX_CRC | RX_OVERFLOW)) != 0) {
        receive_error(status);
        return;
    }
    if ((status & RX_MULTICAST) != 0 && !card.is_promiscuous)
        return;
    if (length > FRAME_SIZE)
        return;
    if (length < SHORTEST) {
        if (length > 1 && card.copy != NULL)
            handle_short_frame((uint16_t)length);
        return;
    }
    secateur_symbolic(frame, sizeof frame, "frame");
    if (handle_control_frame(frame))
        return;
    card.rx[card.next].owner = OF_DRIVER;
    card.rx[card.next].length = (uint16_t)length;
    memcpy(rx_buffers[card.next], frame, sizeof frame);
    card.next = card.next + 1 == RX_RING ? 0 : card.next + 1;
    card.waiting = 1;
    if (card.reader != NULL)
        deliver();
}

static int read_frame(const struct message *m) {
    if (card.phase != RUNNING)
        return ENODEV;
    if (card.reader != NULL)
        return EBUSY;
    if (m->count < SHORTEST)
        return EINVAL;
    the_reader.client = m->client;
    the_reader.room = m->count;
    the_reader.filled = 0;
    card.reader = &the_reader;
    if (card.waiting) {
        deliver();
        return OK;
    }
    return ESUSPEND;
}

static int cancel(void) {
    if (card.reader == NULL)
        return EINVAL;
    give_up_reading(EAGAIN);
    return OK;
}

// --- settings -----------------------------------------------------------------------------------------------------

static int get_eeprom(uint32_t word, uint32_t *value) {
    if (word > EEPROM_WORDS)
        return EINVAL;
    *value = eeprom[word];
    return OK;
}

// Four bytes of the newest frame.
static int peek(uint32_t argument, uint32_t *value) {
    uint16_t offset = (uint16_t)argument;
    uint16_t end = (uint16_t)(offset + 4);
    if (!card.waiting)
        return EAGAIN;
    if (end > FRAME_SIZE)
        return EINVAL;
    *value = rx_buffers[newest()][offset];
    return OK;
}

static int control(const struct message *m) {
    uint32_t value = 0;
    int status = OK;
    if (card.phase == ABSENT)
        return ENODEV;
    switch (m->count) {
    case SET_FILTER:
        card.is_promiscuous = m->argument != 0;
        if (card.phase == RUNNING)
            set_filter();
        break;
    case GET_EEPROM:
        status = get_eeprom(m->argument, &value);
        break;
    case PEEK:
        status = card.phase == RUNNING ? peek(m->argument, &value) : ENODEV;
        break;
    case GET_LINK:
        if (card.phase == RUNNING)
            value = look_at_link();
        break;
    case SET_LOOPBACK:
        if (card.phase == RUNNING)
            status = EBUSY;
        else
            port_write(CONTROL, m->argument != 0 ? CONTROL_LOOPBACK : 0);
        break;
    default:
        status = EINVAL;
    }
    answer(m->client, status, value);
    return status;
}

// --- interrupts and time ------------------------------------------------------------------------------------------

static int interrupt(void) {
    uint32_t status = port_read(STATUS);
    card.last_status = status;
    if (card.phase != RUNNING)
        return OK; // from another device on the same line
    if ((status & STATUS_GONE) != 0)
        return ENODEV;
    if ((status & STATUS_TX) != 0)
        sent();
    if ((status & STATUS_RX) != 0)
        received();
    if ((status & STATUS_LINK) != 0)
        look_at_link();
    if ((status & STATUS_ERROR) != 0 && card.sending > 0)
        port_write(CONTROL, CONTROL_START);
    port_write(CONTROL, CONTROL_ACKNOWLEDGE);
    return OK;
}

// No sign of life while there is something to send: the card hangs.
static int watchdog(void) {
    if (card.phase != RUNNING || card.sending == 0)
        return OK;
    if ((port_read(STATUS) & STATUS_TX) != 0)
        return interrupt();
    give_up_reading(EIO);
    card.phase = STOPPED;
    return up();
}

static void removed(void) {
    give_up_reading(ENODEV);
    if (card.phase != ABSENT) {
        free(card.spare);
        card.spare = NULL;
    }
    card.phase = ABSENT;
}

static int dispatch(const struct message *m) {
    switch (m->type) {
    case PROBE: return probe();
    case UP: return up();
    case DOWN: return down();
    case WRITE: return write_frame(m);
    case WRITEV: return write_vector(m);
    case READ: return read_frame(m);
    case CANCEL: return cancel();
    case IOCTL: return control(m);
    case INTERRUPT: return interrupt();
    case WATCHDOG: return watchdog();
    default: return EINVAL;
    }
}

int main(void) {
    static struct message message;
    EACH_ROUND {
        secateur_symbolic(&message, sizeof message, "message");
        if (message.type == REMOVE)
            break;
        int status = dispatch(&message);
        if (status != ESUSPEND)
            answer(message.client, status, 0);
    }
    removed();
    return 0;
}
