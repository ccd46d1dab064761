// A checker of packets, as in a system that looks for intruders: rules about single fields of an IP packet that carries UDP,
// each with a plugin of its own and a slot for what it has to say. Every packet that is not UDP is left alone, by an early
// exit before the rules: the fields that decide it control whether anything else is looked at, and so tie all fields
// together, though behind the exit each rule looks only at its own.
//
// Three bugs are in here, all behind the exit: see BUGS.md.
#include <secateur.h>
#include <stdlib.h>
#include <string.h>

#ifndef RULES
#define RULES 4
#endif

#ifndef PAYLOAD
#define PAYLOAD 8
#endif

// All fields of more than one byte are in network order.
struct packet {
    uint8_t version_and_words;
    uint8_t service;
    uint8_t total_length[2];
    uint8_t identification[2];
    uint8_t fragment[2];
    uint8_t time_to_live;
    uint8_t protocol;
    uint8_t checksum[2];
    uint8_t source[4];
    uint8_t destination[4];
    uint8_t source_port[2];
    uint8_t destination_port[2];
    uint8_t udp_length[2];
    uint8_t udp_checksum[2];
    uint8_t payload[PAYLOAD];
};

enum { UDP = 17, UDP_HEADER = 8, MORE_FRAGMENTS = 0x2000, FRAGMENT_OFFSET = 0x1fff };

enum severity { NOTHING, NOTE, WARNING, ALERT };

// What a rule has to say. Most rules have nothing.
struct finding {
    enum severity severity;
    const char *text;
    uint32_t value;
};

static uint16_t load16(const uint8_t *bytes) {
    return (uint16_t)(bytes[0] << 8 | bytes[1]);
}

static void say(struct finding *finding, enum severity severity, const char *text, uint32_t value) {
    finding->severity = severity;
    finding->text = text;
    finding->value = value;
}

// --- is it one at all ---------------------------------------------------------------------------------------------

static int is_udp(const struct packet *packet) {
    if (packet->version_and_words >> 4 != 4)
        return 0;
    if ((packet->version_and_words & 15) != 5)
        return 0; // with options: somebody else looks at it
    if (packet->protocol != UDP)
        return 0;
    return (load16(packet->fragment) & (MORE_FRAGMENTS | FRAGMENT_OFFSET)) == 0;
}

// --- the rules ----------------------------------------------------------------------------------------------------

static void check_lifetime(const struct packet *packet, struct finding *finding) {
    uint8_t left = packet->time_to_live;
    if (left == 0)
        say(finding, WARNING, "sent on without a lifetime", 0);
    else if (left == 1)
        say(finding, NOTE, "somebody traces the route", 1);
    else if (left > 128)
        say(finding, NOTE, "unusual lifetime", left);
}

static void check_source_port(const struct packet *packet, struct finding *finding) {
    uint16_t port = load16(packet->source_port);
    if (port == 0)
        say(finding, WARNING, "no source port", 0);
    else if (port < 1024 && port != 53 && port != 123)
        say(finding, NOTE, "a system's port as source", port);
}

// Ports that intruders are known to listen at.
static const struct known {
    uint16_t port;
    const char *name;
} known[] = {{1434, "database worm"}, {27444, "flood master"}, {31335, "flood daemon"}, {31337, "back door"}};

static void check_destination_port(const struct packet *packet, struct finding *finding) {
    uint16_t port = load16(packet->destination_port);
    for (unsigned i = 0; i <= sizeof known / sizeof *known; i++) {
        if (known[i].port < port)
            continue;
        if (known[i].port == port)
            say(finding, ALERT, known[i].name, port);
        break;
    }
}

// Classes A to D, by how many ones the address begins with.
static const char *const classes[] = {"large net", "middle net", "small net", "group"};

static int leading_ones(uint8_t byte) {
    int ones = 0;
    while (ones < 4 && (byte & 0x80 >> ones) != 0)
        ones++;
    return ones;
}

static void check_source(const struct packet *packet, struct finding *finding) {
    const uint8_t *address = packet->source;
    if (address[0] == 127)
        say(finding, ALERT, "comes from ourselves", address[3]);
    else if (address[0] == 0)
        say(finding, WARNING, "comes from nowhere", address[3]);
    else
        say(finding, NOTHING, classes[leading_ones(address[0])], address[0]);
}

static void check_destination(const struct packet *packet, struct finding *finding) {
    const uint8_t *address = packet->destination;
    int ones = 0;
    while (ones < 4 && address[ones] == 255)
        ones++;
    if (ones == 4)
        say(finding, WARNING, "to everybody", 0);
    else if (ones == 0 && address[3] == 255)
        say(finding, NOTE, "to a whole net", address[2]);
}

static uint8_t *copy_of_payload;

// The length that the packet claims to have. What it carries is kept, since other machines may want to look at it.
static void check_length(const struct packet *packet, struct finding *finding) {
    uint16_t length = load16(packet->udp_length);
    if (length == 0)
        return; // nobody said it
    if (length > UDP_HEADER + PAYLOAD) {
        say(finding, ALERT, "longer than what came", length);
        return;
    }
    uint16_t payload = (uint16_t)(length - UDP_HEADER);
    copy_of_payload = malloc(PAYLOAD);
    if (copy_of_payload == NULL)
        return;
    for (unsigned i = 0; i < payload; i++)
        copy_of_payload[i] = packet->payload[i];
    if (payload == 0)
        say(finding, NOTE, "nothing in it", 0);
}

static void check_service(const struct packet *packet, struct finding *finding) {
    switch (packet->service >> 5) {
    case 0: break;
    case 6:
    case 7: say(finding, WARNING, "pretends to be control traffic", packet->service); break;
    default: say(finding, NOTE, "wants to be first", packet->service); break;
    }
}

// Each byte by itself: what is no text is marked.
static uint8_t is_binary[PAYLOAD];

static void check_payload(const struct packet *packet, struct finding *finding) {
    (void)finding;
    for (int i = 0; i < PAYLOAD; i++) {
        uint8_t byte = packet->payload[i];
        if (byte < ' ' && byte != '\n')
            is_binary[i] = 1;
        else if (byte >= 127)
            is_binary[i] = 2;
    }
}

// --- all of them --------------------------------------------------------------------------------------------------

struct rule {
    const char *name;
    void (*check)(const struct packet *, struct finding *);
};

static const struct rule rules[] = {
    {"lifetime", check_lifetime},
    {"destination port", check_destination_port},
    {"source", check_source},
    {"length", check_length},
    {"source port", check_source_port},
    {"destination", check_destination},
    {"service", check_service},
    {"payload", check_payload},
};

static struct finding findings[sizeof rules / sizeof *rules];

static void look_at(const struct packet *packet) {
    if (!is_udp(packet))
        return;
    for (unsigned i = 0; i < RULES; i++)
        rules[i].check(packet, &findings[i]);
}

int main(void) {
    static struct packet packet;
    secateur_symbolic(&packet, sizeof packet, "packet");
    look_at(&packet);
    free(copy_of_payload);
    return 0;
}
