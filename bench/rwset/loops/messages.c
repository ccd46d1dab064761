// An event loop over messages that are input: a connection with a window of up to three messages that are not
// acknowledged yet. The states are finitely many; what is behind the last one needs six messages.
#include <secateur.h>

#ifndef ROUNDS
#define ROUNDS 12
#endif
#include "../rounds.h"

enum kind { CONNECT = 1, ACCEPT, SEND, ACKNOWLEDGE, PAUSE, RESUME, CLOSE };
enum state { CLOSED, CONNECTING, OPEN, PAUSED, CLOSING };
enum { WINDOW = 3 };

struct message {
    unsigned kind;
    unsigned argument;
};

static struct message message;
static enum state state;
static int unacknowledged;

static void drained(void) {}
static void reset(void) {
    state = CLOSED;
    unacknowledged = 0;
}

static void in_closed(const struct message *m) {
    if (m->kind != CONNECT)
        return;
    if (m->argument == 0 || m->argument > 0xffff)
        return;
    state = CONNECTING;
}

static void in_connecting(const struct message *m) {
    switch (m->kind) {
    case ACCEPT: state = OPEN; break;
    case CONNECT: break;
    default: reset();
    }
}

static void in_open(const struct message *m) {
    switch (m->kind) {
    case SEND:
        if (unacknowledged == WINDOW)
            state = PAUSED;
        else
            unacknowledged++;
        break;
    case ACKNOWLEDGE:
        if (m->argument == 1 && unacknowledged > 0)
            unacknowledged--;
        else if (m->argument == 2)
            unacknowledged = 0;
        else
            reset();
        break;
    case PAUSE: state = PAUSED; break;
    case CLOSE: state = unacknowledged > 0 ? CLOSING : CLOSED; break;
    case RESUME: break;
    default: reset();
    }
}

static void in_paused(const struct message *m) {
    switch (m->kind) {
    case RESUME:
        state = OPEN;
        break;
    case ACKNOWLEDGE:
        if (unacknowledged > 0)
            unacknowledged--;
        break;
    case CLOSE:
        state = CLOSING;
        break;
    case SEND:
        break;
    default:
        reset();
    }
}

static void in_closing(const struct message *m) {
    if (m->kind == ACKNOWLEDGE && unacknowledged > 0)
        unacknowledged--;
    else if (m->kind == CLOSE)
        reset();
    if (state == CLOSING && unacknowledged == 0) {
        drained();
        state = CLOSED;
    }
}

int main(void) {
    EACH_ROUND {
        secateur_symbolic(&message, sizeof message, "message");
        switch (state) {
        case CLOSED: in_closed(&message); break;
        case CONNECTING: in_connecting(&message); break;
        case OPEN: in_open(&message); break;
        case PAUSED: in_paused(&message); break;
        case CLOSING: in_closing(&message); break;
        }
    }
    return 0;
}
