// A driver for a sound card with a signal processor (DSP), a mixer and one DMA buffer that is played in a circle. It waits
// for messages of its clients and for interrupts, which come as messages too.
//
//   OPEN, CLOSE             one client at a time; what is in the buffer is played to its end
//   WRITE count             fills the next fragment of the buffer; playing starts with the first
//   IOCTL                   sample rate, bits, channels, fragments; pause, resume, drain
//   MIXER                   volumes and sources
//   INTERRUPT               a fragment was played
//   UNLOAD                  the driver goes as soon as nothing is played any more
//
// The card's ports are input, and may say something else whenever they are read. The buffer is small, so that all that
// can be in it can be explored. Four bugs are in here: see ../BUGS.md.
#include <secateur.h>
#include <stdlib.h>
#include <string.h>

#ifndef ROUNDS
#define ROUNDS 6
#endif
#include "../answer.h"
#include "../rounds.h"

enum { BUFFER_SIZE = 32, FRAGMENTS = 2, SMALLEST = 16, MIXER_LINES = 6, TRIES = 3 };
enum { LOWEST_RATE = 4000, HIGHEST_RATE = 44100, DEFAULT_RATE = 22050 };

enum request { OPEN = 1, CLOSE, WRITE, IOCTL, MIXER, INTERRUPT, UNLOAD };

enum control { SET_RATE = 1, SET_BITS, SET_CHANNELS, SET_FRAGMENTS, GET_SPACE, PAUSE, RESUME, DRAIN, RESET };

struct message {
    uint32_t type;
    uint32_t client;
    uint32_t what;
    uint32_t argument;
};

// --- the card -----------------------------------------------------------------------------------------------------

enum port { DSP_RESET, DSP_DATA, DSP_WRITE, DSP_STATUS, MIXER_INDEX, MIXER_DATA, DMA_COUNT, PORTS };

enum { DSP_READY = 0xaa, DSP_BUSY = 0x80, DSP_PENDING = 0x80 };
enum { STATUS_8 = 1, STATUS_16 = 2, STATUS_MIDI = 4 };

// Commands of the DSP.
enum { SET_TIME_CONSTANT = 0x40, SET_OUTPUT_RATE = 0x41, OUTPUT_16 = 0xb6, OUTPUT_8 = 0xc6, PAUSE_8 = 0xd0 };
enum { RESUME_8 = 0xd4, PAUSE_16 = 0xd5, RESUME_16 = 0xd6, EXIT_8 = 0xda, EXIT_16 = 0xd9, GET_VERSION = 0xe1 };

static uint32_t written[PORTS];

static uint8_t port_read(enum port port) {
    static const char *const names[PORTS] = {"dsp-reset", "dsp-data", "dsp-write", "dsp-status", "mixer-index", "mixer-data",
                                             "dma-count"};
    uint8_t value;
    secateur_symbolic(&value, sizeof value, names[port]);
    return value;
}

static void port_write(enum port port, uint32_t value) {
    written[port] = value;
}

// --- the driver's state -------------------------------------------------------------------------------------------

enum playing { IDLE, PLAYING, PAUSED };

struct dma {
    uint8_t bytes[BUFFER_SIZE];
};

struct fragment {
    uint16_t offset;
    uint16_t size;
};

struct card {
    int is_found;
    int is_open;
    int is_unloading;
    enum playing playing;
    int bits;
    int channels;
    uint32_t rate;
    int filled;      // fragments that are not played yet
    int next;        // the fragment that is filled next
    struct dma *dma; // until the driver goes
    uint32_t client;
    uint8_t last_status;
    uint8_t version;
};

static struct card card;
static struct fragment fragments[FRAGMENTS];
static int fragment_count;

// --- the DSP ------------------------------------------------------------------------------------------------------

static int dsp_command(uint8_t value) {
    for (int i = 0; i < TRIES; i++) {
        if ((port_read(DSP_WRITE) & DSP_BUSY) == 0) {
            port_write(DSP_WRITE, value);
            return OK;
        }
    }
    return EIO;
}

static int dsp_data(uint8_t *value) {
    for (int i = 0; i < TRIES; i++) {
        if ((port_read(DSP_STATUS) & DSP_PENDING) != 0) {
            *value = port_read(DSP_DATA);
            return OK;
        }
    }
    return EIO;
}

static int dsp_reset(void) {
    uint8_t value = 0;
    port_write(DSP_RESET, 1);
    port_write(DSP_RESET, 0);
    if (dsp_data(&value) != OK)
        return EIO;
    return value == DSP_READY ? OK : ENODEV;
}

// Cards before version 4 have no 16 bits.
static int find_card(void) {
    uint8_t major = 0;
    if (dsp_reset() != OK)
        return ENODEV;
    if (dsp_command(GET_VERSION) != OK || dsp_data(&major) != OK)
        return EIO;
    if (major < 4)
        return ENODEV;
    card.version = major;
    card.is_found = 1;
    return OK;
}

// What the old commands for the rate want: it counts the time between two samples.
static uint32_t time_constant(void) {
    uint32_t per_second = card.rate * (uint32_t)card.channels;
    return 65536 - 256000000 / per_second;
}

static int dsp_start(void) {
    uint32_t constant = time_constant();
    if (dsp_command(SET_OUTPUT_RATE) != OK)
        return EIO;
    port_write(DSP_WRITE, constant >> 8);
    if (dsp_command(card.bits == 16 ? OUTPUT_16 : OUTPUT_8) != OK)
        return EIO;
    port_write(DSP_WRITE, card.channels == 2 ? 0x30 : 0x10);
    port_write(DSP_WRITE, fragments[0].size - 1u);
    card.playing = PLAYING;
    return OK;
}

static int dsp_stop(void) {
    int status = dsp_command(card.bits == 16 ? EXIT_16 : EXIT_8);
    card.playing = IDLE;
    card.filled = 0;
    card.next = 0;
    return status;
}

// --- opening and closing ------------------------------------------------------------------------------------------

static void cut_buffer(int count) {
    fragment_count = count;
    for (int i = 0; i < count; i++) {
        fragments[i].offset = (uint16_t)(i * (BUFFER_SIZE / FRAGMENTS));
        fragments[i].size = BUFFER_SIZE / FRAGMENTS;
    }
}

static int open_card(const struct message *m) {
    if (card.is_unloading)
        return ENODEV;
    if (card.is_open || card.playing != IDLE)
        return EBUSY;
    if (!card.is_found && find_card() != OK)
        return ENODEV;
    if (dsp_reset() != OK) {
        card.is_found = 0;
        return EIO;
    }
    card.is_open = 1;
    card.client = m->client;
    card.bits = 8;
    card.channels = 1;
    card.rate = DEFAULT_RATE;
    card.filled = 0;
    card.next = 0;
    cut_buffer(FRAGMENTS);
    return OK;
}

// What was written is played to its end, unless the client stopped it.
static int close_card(void) {
    if (!card.is_open)
        return EINVAL;
    if (card.playing == PAUSED)
        dsp_stop();
    card.is_open = 0;
    return OK;
}

static int unload(void) {
    if (card.is_unloading)
        return EINVAL;
    if (card.is_open)
        return EBUSY;
    card.is_unloading = 1;
    free(card.dma);
    return OK;
}

// --- playing ------------------------------------------------------------------------------------------------------

static int write_samples(const struct message *m) {
    if (!card.is_open)
        return ENODEV;
    if (card.filled == fragment_count)
        return EAGAIN;
    if (m->argument == 0 || m->argument > fragments[card.next].size)
        return EINVAL;
    if (card.bits == 16 && m->argument % 2 != 0)
        return EINVAL;
    // Silence, until the client's bytes are copied.
    memset(&card.dma->bytes[fragments[card.next].offset], card.bits == 8 ? 0x80 : 0, SMALLEST);
    card.filled++;
    card.next = card.next + 1 == fragment_count ? 0 : card.next + 1;
    if (card.playing == IDLE && dsp_start() != OK) {
        card.filled = 0;
        card.next = 0;
        return EIO;
    }
    return OK;
}

static void fragment_played(void) {
    if (card.playing != PLAYING)
        return;
    // The place that was played is silent from now on.
    card.dma->bytes[0] = card.bits == 8 ? 0x80 : 0;
    card.filled--;
    if (card.filled > 0)
        return;
    answer(card.client, OK, 0);
    dsp_stop();
}

static int interrupt(void) {
    port_write(MIXER_INDEX, 0x82);
    uint8_t status = port_read(MIXER_DATA);
    card.last_status = status;
    if ((status & STATUS_MIDI) != 0)
        return ENODEV; // nobody plays instruments here
    if ((status & STATUS_8) != 0 && card.bits == 8) {
        port_read(DSP_STATUS);
        fragment_played();
    } else if ((status & STATUS_16) != 0 && card.bits == 16) {
        port_read(DSP_STATUS);
        fragment_played();
    } else {
        return EAGAIN;
    }
    return OK;
}

// --- settings -----------------------------------------------------------------------------------------------------

static int set_rate(uint32_t rate) {
    if (card.playing != IDLE)
        return EBUSY;
    if (rate > HIGHEST_RATE)
        return EINVAL;
    card.rate = rate;
    return OK;
}

static int set_bits(uint32_t bits) {
    if (card.playing != IDLE)
        return EBUSY;
    switch (bits) {
    case 8: card.bits = 8; return OK;
    case 16: card.bits = 16; return OK;
    default: return EINVAL;
    }
}

static int set_channels(uint32_t channels) {
    if (card.playing != IDLE)
        return EBUSY;
    if (channels == 1)
        card.channels = 1;
    else if (channels == 2)
        card.channels = 2;
    else
        return EINVAL;
    return OK;
}

// The upper half is how many fragments there shall be, the lower half how large one is, which is made what the DMA can
// do: the smallest size.
static int set_fragments(uint32_t argument) {
    uint16_t count = (uint16_t)(argument >> 16);
    uint16_t size = (uint16_t)argument;
    uint16_t total = (uint16_t)((uint32_t)count * size);
    if (card.playing != IDLE)
        return EBUSY;
    if (count == 0 || size < SMALLEST)
        return EINVAL;
    if (total > BUFFER_SIZE)
        return EINVAL;
    int made = 0;
    for (; made < count; made++) {
        fragments[made].offset = (uint16_t)(made * SMALLEST);
        fragments[made].size = SMALLEST;
    }
    fragment_count = made;
    card.next = 0;
    return OK;
}

static int get_space(const struct message *m) {
    uint32_t left = port_read(DMA_COUNT);
    uint32_t space = 0;
    for (int i = card.filled; i < fragment_count; i++)
        space += fragments[i].size;
    if (card.playing == PLAYING && left < SMALLEST)
        space += left;
    answer(m->client, OK, space);
    return OK;
}

static int pause_output(void) {
    if (card.playing != PLAYING)
        return EINVAL;
    if (dsp_command(card.bits == 16 ? PAUSE_16 : PAUSE_8) != OK)
        return EIO;
    card.playing = PAUSED;
    return OK;
}

static int resume_output(void) {
    if (card.playing != PAUSED)
        return EINVAL;
    if (dsp_command(card.bits == 16 ? RESUME_16 : RESUME_8) != OK)
        return EIO;
    card.playing = PLAYING;
    return OK;
}

static int control(const struct message *m) {
    if (!card.is_open)
        return ENODEV;
    switch (m->what) {
    case SET_RATE: return set_rate(m->argument);
    case SET_BITS: return set_bits(m->argument);
    case SET_CHANNELS: return set_channels(m->argument);
    case SET_FRAGMENTS: return set_fragments(m->argument);
    case GET_SPACE: return get_space(m);
    case PAUSE: return pause_output();
    case RESUME: return resume_output();
    case DRAIN:
        return card.playing == IDLE ? OK : EAGAIN;
    case RESET:
        dsp_stop();
        return dsp_reset();
    default: return ENOTTY;
    }
}

// --- the mixer ----------------------------------------------------------------------------------------------------

struct mixer_line {
    uint8_t reg;
    uint8_t is_stereo;
};

static const struct mixer_line mixer_lines[MIXER_LINES] = {
    {0x30, 1}, {0x32, 1}, {0x34, 1}, {0x36, 1}, {0x38, 1}, {0x3a, 0},
};

// The volume is 0 to 31, in the upper bits of its register; 0 is silence.
static int mixer(const struct message *m) {
    uint32_t line = m->what;
    uint32_t volume = m->argument;
    if (line > MIXER_LINES)
        return EINVAL;
    const struct mixer_line *at = &mixer_lines[line];
    port_write(MIXER_INDEX, at->reg);
    if (volume > 31) {
        // Only asked for.
        answer(m->client, OK, (uint32_t)port_read(MIXER_DATA) >> 3);
        return OK;
    }
    port_write(MIXER_DATA, volume << 3);
    if (at->is_stereo)
        port_write(MIXER_INDEX, at->reg + 1u);
    return OK;
}

// --- messages -----------------------------------------------------------------------------------------------------

static int dispatch(const struct message *m) {
    switch (m->type) {
    case OPEN: return open_card(m);
    case CLOSE: return close_card();
    case WRITE: return write_samples(m);
    case IOCTL: return control(m);
    case MIXER: return mixer(m);
    case INTERRUPT: return interrupt();
    case UNLOAD: return unload();
    default: return EINVAL;
    }
}

int main(void) {
    static struct message message;
    card.dma = malloc(sizeof *card.dma);
    if (card.dma == NULL)
        return 1;
    EACH_ROUND {
        secateur_symbolic(&message, sizeof message, "message");
        answer(message.client, dispatch(&message), 0);
        if (card.is_unloading && card.playing == IDLE)
            break;
    }
    if (!card.is_unloading)
        free(card.dma);
    return 0;
}
