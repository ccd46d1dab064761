//@ space: 4 bytes; 0-3 0-3 0-3 0-3
// A door with a lock: four events, and a state that some orders of them can never reach.
#include <secateur.h>
enum state { OPEN, CLOSED, LOCKED, BROKEN };
int main(void)
{
    unsigned char events[4];
    enum state state = OPEN;
    secateur_symbolic(events, 4, "events");
    for (int i = 0; i < 4; i++) {
        secateur_assume(events[i] < 4);
        switch (state) {
        case OPEN: state = events[i] == 0 ? CLOSED : OPEN; break;
        case CLOSED: state = events[i] == 1 ? LOCKED : events[i] == 2 ? OPEN : CLOSED; break;
        case LOCKED: state = events[i] == 3 ? BROKEN : events[i] == 1 ? CLOSED : LOCKED; break;
        case BROKEN: return 9;
        }
    }
    return state;
}
