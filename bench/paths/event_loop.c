// An event loop: 10 messages of one byte reach a small protocol with four states. What a state does not expect ends the
// loop, and so does a fault, so that long conversations are a part of the paths only.
#include <secateur.h>

enum { MESSAGES = 10 };
enum kind { HELLO = 1, DATA, ACK, PAUSE, BYE };
enum state { NEW, OPEN, WAITING, PAUSED };

static int talk(const unsigned char *message, int *handled) {
    enum state state = NEW;
    for (int i = 0; i < MESSAGES; i++) {
        switch (state) {
        case NEW:
            switch (message[i]) {
            case HELLO: state = OPEN; break;
            case PAUSE: state = PAUSED; break;
            default: return -1;
            }
            break;
        case OPEN:
            switch (message[i]) {
            case DATA: state = WAITING; break;
            case ACK: break;
            case PAUSE: state = PAUSED; break;
            case BYE: return 0;
            default: return -2;
            }
            break;
        case WAITING:
            switch (message[i]) {
            case ACK: state = OPEN; break;
            case DATA: break;
            case HELLO: state = NEW; break;
            default: return -3;
            }
            break;
        case PAUSED:
            switch (message[i]) {
            case PAUSE: break;
            case HELLO: state = OPEN; break;
            case DATA: state = WAITING; break;
            default: return -4;
            }
            break;
        }
        ++*handled;
    }
    return 1;
}

int main(void) {
    unsigned char messages[MESSAGES];
    int handled = 0;
    secateur_symbolic(messages, sizeof messages, "messages");
    return talk(messages, &handled) == 1 ? handled : 0;
}
