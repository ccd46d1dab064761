// A driver for a disk that can be taken out of its drive. Requests are queued, and done one at a time when the drive
// interrupts. A disk can be divided into partitions, which the caller describes; each description has a check sum.
//
// The input is what the drive says about itself when the driver is loaded, and a sequence of calls of the kernel. Seven
// bugs are in here: see BUGS.md.
#include <secateur.h>
#include <stdlib.h>
#include <string.h>

enum { CALLS = 5, PARTITIONS = 2, QUEUE = 2, SECTOR = 4, LARGEST = 32, CACHED = 2 };

enum call { OPEN = 1, CLOSE, READ, WRITE, INTERRUPT, DIVIDE, RESIZE, EJECT, INSERT, FLUSH, UNLOAD };

enum status { OK, NO_DEVICE, BUSY, INVALID, NO_MEMORY, NO_MEDIUM };

struct identity {
    uint16_t signature;
    uint16_t heads;
    uint32_t cylinders;
    uint32_t sectors; // of the whole disk
    uint32_t sum;     // of all of them
};

struct request {
    uint32_t call;
    uint32_t partition;
    uint32_t start;
    uint32_t count;
    uint32_t sum; // of the other four, where something is changed
};

struct input {
    struct identity identity;
    struct request calls[CALLS];
};

struct partition {
    uint32_t start;
    uint32_t count;
};

// What is still to be done.
struct transfer {
    int is_write;
    uint32_t sector;
    uint32_t count;
};

struct queue {
    uint32_t length;
    struct transfer transfers[QUEUE];
};

struct drive {
    uint32_t sectors;
    int users;
    uint8_t *medium; // NULL while there is no disk in the drive
    uint8_t *cache;  // of the sectors that were read last
    uint32_t cached; // the first of them
    struct queue *queue;
    struct transfer *current; // what the drive does now
    struct partition partitions[PARTITIONS];
};

enum { SIGNATURE = 0xd15c };

static struct drive *drive;

// --- loading and unloading ----------------------------------------------------------------------------------------

static int is_plausible(const struct identity *identity) {
    uint32_t sum = identity->signature + identity->heads + identity->cylinders + identity->sectors;
    if (identity->signature != SIGNATURE || identity->sum != sum)
        return 0;
    if (identity->sectors == 0 || identity->sectors > LARGEST)
        return 0;
    return identity->heads > 0 && identity->cylinders > 0 && identity->cylinders <= identity->sectors;
}

static enum status insert_medium(struct drive *loaded) {
    loaded->medium = calloc(loaded->sectors, SECTOR);
    loaded->cache = calloc(CACHED, SECTOR);
    if (loaded->medium == NULL || loaded->cache == NULL)
        return NO_MEMORY;
    loaded->partitions[0].start = 0;
    loaded->partitions[0].count = loaded->sectors;
    loaded->cached = 0;
    return OK;
}

static void free_drive(struct drive *old) {
    free(old->medium);
    free(old->cache);
    free(old->queue);
    free(old);
}

static enum status load(const struct identity *identity) {
    if (!is_plausible(identity))
        return NO_DEVICE;
    struct drive *loaded = calloc(1, sizeof *loaded);
    if (loaded == NULL)
        return NO_MEMORY;
    loaded->sectors = identity->sectors;
    loaded->queue = calloc(1, sizeof *loaded->queue);
    if (loaded->queue == NULL || insert_medium(loaded) != OK) {
        free_drive(loaded);
        return NO_MEMORY;
    }
    drive = loaded;
    return OK;
}

// The caller has to see to it that nobody uses the drive any more.
static enum status unload(void) {
    free_drive(drive);
    return OK;
}

// --- transfers ----------------------------------------------------------------------------------------------------

// Where a request begins on the disk, if the partition has all of it.
static enum status locate(const struct request *request, uint32_t *sector) {
    if (request->partition >= PARTITIONS)
        return INVALID;
    const struct partition *partition = &drive->partitions[request->partition];
    if (request->count == 0 || request->count > CACHED)
        return INVALID;
    if (request->start >= partition->count || request->start + request->count > partition->count)
        return INVALID;
    *sector = partition->start + request->start;
    return OK;
}

static enum status enqueue(int is_write, uint32_t sector, uint32_t count) {
    struct queue *queue = drive->queue;
    if (queue->length > QUEUE)
        return BUSY;
    struct transfer *transfer = &queue->transfers[queue->length];
    transfer->is_write = is_write;
    transfer->sector = sector;
    transfer->count = count;
    queue->length++;
    if (drive->current == NULL)
        drive->current = queue->transfers;
    return OK;
}

static enum status start(const struct request *request) {
    uint32_t sector = 0;
    if (drive->users == 0)
        return NO_DEVICE;
    enum status status = locate(request, &sector);
    if (status != OK)
        return status;
    int is_write = request->call == WRITE;
    if (!is_write && drive->cached == sector && drive->medium != NULL && drive->current == NULL)
        return OK;
    return enqueue(is_write, sector, request->count);
}

// The drive has done what it was told.
static enum status interrupt(void) {
    struct transfer *transfer = drive->current;
    struct queue *queue = drive->queue;
    size_t size = transfer->count * SECTOR, first = (size_t)transfer->sector * SECTOR;
    if (transfer->is_write) {
        for (size_t i = 0; i < size; i++)
            drive->medium[first + i] = drive->cache[i];
    } else {
        if (drive->medium == NULL)
            return NO_MEDIUM;
        for (size_t i = 0; i < size; i++)
            drive->cache[i] = drive->medium[first + i];
        drive->cached = transfer->sector;
    }
    for (uint32_t i = 1; i < queue->length; i++)
        queue->transfers[i - 1] = queue->transfers[i];
    queue->length--;
    drive->current = queue->length > 0 ? queue->transfers : NULL;
    return OK;
}

// --- the disk -----------------------------------------------------------------------------------------------------

static int is_sum_right(const struct request *request) {
    return request->sum == request->call + request->partition + request->start + request->count;
}

static enum status divide(const struct request *request) {
    if (request->partition >= PARTITIONS || !is_sum_right(request))
        return INVALID;
    if (request->start + request->count > drive->sectors)
        return INVALID;
    drive->partitions[request->partition].start = request->start;
    drive->partitions[request->partition].count = request->count;
    return OK;
}

// Partitions that do not fit any more are shortened.
static enum status resize(const struct request *request) {
    if (!is_sum_right(request) || request->count == 0 || request->count > LARGEST)
        return INVALID;
    if (drive->medium == NULL)
        return NO_MEDIUM;
    uint8_t *medium = realloc(drive->medium, (size_t)request->count * SECTOR);
    if (medium == NULL)
        return NO_MEMORY;
    if (request->count > drive->sectors)
        memset(medium + (size_t)drive->sectors * SECTOR, 0, (size_t)(request->count - drive->sectors) * SECTOR);
    drive->medium = medium;
    drive->sectors = request->count;
    for (int i = 0; i < PARTITIONS; i++) {
        struct partition *partition = &drive->partitions[i];
        if (partition->start + partition->count > drive->sectors)
            partition->count = drive->sectors > partition->start ? drive->sectors - partition->start : 0;
    }
    return OK;
}

static enum status eject(void) {
    if (drive->medium == NULL)
        return NO_MEDIUM;
    free(drive->medium);
    free(drive->cache);
    drive->medium = NULL;
    drive->cache = NULL;
    return OK;
}

// What was cached is nothing worth any more; the last user's data is not to be seen by the next one.
static enum status flush(void) {
    drive->cached = UINT32_MAX;
    for (size_t i = 0; i < CACHED * SECTOR; i++)
        drive->cache[i] = 0;
    return OK;
}

static enum status close_drive(void) {
    if (drive->users == 0)
        return INVALID;
    drive->users--;
    return drive->users == 0 && drive->medium != NULL ? flush() : OK;
}

// --- calls --------------------------------------------------------------------------------------------------------

static int is_unloaded;

static enum status handle(const struct request *request) {
    if (is_unloaded && request->call != CLOSE)
        return NO_DEVICE;
    switch (request->call) {
    case OPEN:
        if (drive->users == 2)
            return BUSY;
        drive->users++;
        return OK;
    case CLOSE:
        return close_drive();
    case READ:
    case WRITE:
        return start(request);
    case INTERRUPT:
        return interrupt();
    case DIVIDE:
        return divide(request);
    case RESIZE:
        return resize(request);
    case EJECT:
        return eject();
    case INSERT:
        return drive->medium != NULL ? BUSY : insert_medium(drive);
    case FLUSH:
        return drive->users == 0 ? INVALID : flush();
    case UNLOAD:
        is_unloaded = 1;
        return unload();
    default:
        return INVALID;
    }
}

int main(void) {
    struct input input;
    secateur_symbolic(&input, sizeof input, "input");
    if (load(&input.identity) != OK)
        return 1;
    for (int i = 0; i < CALLS; i++)
        handle(&input.calls[i]);
    if (!is_unloaded)
        unload();
    return 0;
}
