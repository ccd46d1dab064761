// The physical pages of a tiny kernel, in the life of two processes: one is there when the kernel starts, a second one is
// made from it and shares its pages until it writes to them, and then both end.
//
// The headers of the pages are input: whatever a boot loader may have left. A header says who owns the page, how often it
// is referred to, and what it is like. Headers that contradict themselves are set right first. Pages are asked for by
// number, and there is no list of free ones, so what becomes of a page follows from its own header alone: the header of
// each page is a part of the input that does not interfere with the others.
//
// Three bugs are in here: see BUGS.md.
#include <secateur.h>
#include <stdlib.h>
#include <string.h>

#ifndef PAGES
#define PAGES 3
#endif

enum { FRAME_SIZE = 16, UNMAPPED = 0xa5 };

enum owner { FREE, KERNEL, DEVICE, PARENT, CHILD, OWNERS };

enum flags { WRITABLE = 1, ON_COPY = 2, DIRTY = 4, BACKED = 8, PINNED = 16 };

enum rights { NONE, MAY_READ, MAY_WRITE };

struct header {
    uint8_t owner;
    uint8_t references; // tables that map the page, and devices that use it
    uint8_t flags;
};

// What a process sees of a page.
struct mapping {
    uint8_t *bytes; // NULL if it sees nothing
    enum rights rights;
    int is_own; // a copy that nobody else has
};

struct process {
    enum owner id;
    struct mapping *table;
};

static struct header headers[PAGES];
static uint8_t *frames[PAGES];  // of pages in use
static uint8_t *backing[PAGES]; // where changed pages are written back to

// --- starting -----------------------------------------------------------------------------------------------------

static void scrub(struct header *header) {
    header->owner = FREE;
    header->references = 0;
    header->flags = 0;
}

static void check_header(struct header *header) {
    switch (header->owner) {
    case FREE:
        if (header->references != 0)
            scrub(header);
        break;
    case KERNEL:
    case DEVICE:
        header->references = 1;
        break;
    case PARENT:
        if (header->references == 0)
            scrub(header);
        break;
    default: // nobody whom we know
        scrub(header);
    }
}

static uint8_t *new_frame(uint8_t fill) {
    uint8_t *frame = malloc(FRAME_SIZE);
    if (frame == NULL)
        abort();
    memset(frame, fill, FRAME_SIZE);
    return frame;
}

static void start_page(int page) {
    struct header *header = &headers[page];
    check_header(header);
    if (header->owner == FREE)
        return;
    frames[page] = new_frame((uint8_t)page);
    if (header->owner == PARENT && (header->flags & BACKED) != 0)
        backing[page] = new_frame(0);
}

// --- mapping ------------------------------------------------------------------------------------------------------

static enum rights rights_of(const struct header *header) {
    static const enum rights rights[] = {MAY_READ, MAY_WRITE, MAY_READ};
    return rights[header->flags & (WRITABLE | ON_COPY)];
}

static void map(struct process *process, int page) {
    struct mapping *mapping = &process->table[page];
    mapping->bytes = frames[page];
    mapping->rights = rights_of(&headers[page]);
    mapping->is_own = 0;
}

static void map_own_page(struct process *process, int page) {
    if (headers[page].owner == process->id)
        map(process, page);
}

static void copy(struct process *process, int page) {
    struct mapping *mapping = &process->table[page];
    uint8_t *frame = new_frame(0);
    memcpy(frame, frames[page], FRAME_SIZE);
    mapping->bytes = frame;
    mapping->rights = MAY_WRITE;
    mapping->is_own = 1;
}

// A page that a device writes to cannot be shared: the new process gets a copy at once.
static void share(const struct process *from, struct process *to, int page) {
    struct header *header = &headers[page];
    if (from->table[page].bytes == NULL)
        return;
    if ((header->flags & PINNED) != 0) {
        copy(to, page);
        return;
    }
    if ((header->flags & WRITABLE) != 0) {
        header->flags &= (uint8_t)~WRITABLE;
        header->flags |= ON_COPY;
        from->table[page].rights = MAY_READ;
    }
    header->references++;
    map(to, page);
}

static void write_back(int page) {
    struct header *header = &headers[page];
    memcpy(backing[page], frames[page], FRAME_SIZE);
    header->flags &= (uint8_t)~DIRTY;
}

static void forget(struct process *process, int page) {
    struct mapping *mapping = &process->table[page];
    mapping->bytes = NULL;
    mapping->rights = NONE;
    mapping->is_own = 0;
}

static void give_back(struct process *process, int page) {
    struct header *header = &headers[page];
    struct mapping *mapping = &process->table[page];
    if (mapping->bytes == NULL)
        return;
    if (mapping->is_own) {
        free(mapping->bytes);
    } else if (header->references > 1) {
        header->references--;
    } else {
        if ((header->flags & DIRTY) != 0)
            write_back(page);
        free(frames[page]);
        frames[page] = NULL;
        scrub(header);
    }
    forget(process, page);
}

// --- what a process does ------------------------------------------------------------------------------------------

static void store(struct process *process, int page, uint8_t value) {
    struct header *header = &headers[page];
    struct mapping *mapping = &process->table[page];
    if (mapping->bytes == NULL)
        return;
    if (mapping->rights != MAY_WRITE) {
        if ((header->flags & ON_COPY) == 0)
            return; // it never could be written
        if (header->references > 1) {
            copy(process, page);
            header->references--;
        } else {
            mapping->rights = MAY_WRITE;
        }
    }
    mapping->bytes[0] = value;
    if (!mapping->is_own)
        header->flags |= DIRTY;
}

static uint8_t load(const struct process *process, int page) {
    const struct mapping *mapping = &process->table[page];
    return mapping->bytes == NULL ? UNMAPPED : mapping->bytes[FRAME_SIZE - 1];
}

// --- the life of two processes ------------------------------------------------------------------------------------

static struct process *new_process(enum owner id) {
    struct process *process = malloc(sizeof *process);
    if (process == NULL)
        abort();
    process->id = id;
    process->table = calloc(PAGES, sizeof *process->table);
    if (process->table == NULL)
        abort();
    return process;
}

static void end_process(struct process *process) {
    for (int page = 0; page < PAGES; page++)
        give_back(process, page);
    free(process->table);
    free(process);
}

// Nobody is left, so nobody refers to a page, unless it is not a process's at all.
static void audit(int page) {
    const struct header *header = &headers[page];
    if (header->owner == KERNEL || header->owner == DEVICE)
        secateur_assert(frames[page] != NULL);
    else if (header->owner == FREE)
        secateur_assert(header->references == 0 && frames[page] == NULL);
}

static void stop_page(int page) {
    free(frames[page]);
    free(backing[page]);
}

int main(void) {
    static uint8_t seen[PAGES];
    secateur_symbolic(headers, sizeof headers, "headers");
    for (int page = 0; page < PAGES; page++)
        start_page(page);
    struct process *parent = new_process(PARENT);
    for (int page = 0; page < PAGES; page++)
        map_own_page(parent, page);
    struct process *child = new_process(CHILD);
    for (int page = 0; page < PAGES; page++)
        share(parent, child, page);
    for (int page = 0; page < PAGES; page++)
        store(child, page, (uint8_t)page);
    end_process(parent);
    for (int page = 0; page < PAGES; page++)
        seen[page] = load(child, page);
    end_process(child);
    for (int page = 0; page < PAGES; page++)
        audit(page);
    for (int page = 0; page < PAGES; page++)
        stop_page(page);
    return 0;
}
