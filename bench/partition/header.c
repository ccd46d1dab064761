// Prints the header of an IP packet, as a program that listens on a network does: who sent it, to whom, and what it is
// about. Each of the three is a line that is made in a buffer of its own and then written.
//
// The three parts do not interfere: source address, destination address, and everything else. Inside of a part they do:
// how much of a line is full when a number comes depends on the numbers before.
//
// Three bugs are in here: see BUGS.md.
#include <secateur.h>
#include <string.h>
#include <unistd.h>

#ifndef ADDRESS
#define ADDRESS 4 // bytes of an address
#endif

enum { OPTIONS = 4, LINE = ADDRESS * 4 };

struct header {
    uint8_t version_and_words;
    uint8_t service;
    uint8_t fragment[2];
    uint8_t time_to_live;
    uint8_t protocol;
    uint8_t type; // of a control message, behind the header
    uint8_t options[OPTIONS];
    uint8_t source[ADDRESS];
    uint8_t destination[ADDRESS];
};

// --- text ---------------------------------------------------------------------------------------------------------

struct text {
    unsigned length;
    unsigned room;
    char *bytes;
};

static struct text text_in(char *bytes, unsigned room) {
    struct text text = {0, room, bytes};
    return text;
}

static void put(struct text *text, char c) {
    if (text->length < text->room)
        text->bytes[text->length++] = c;
}

static void put_string(struct text *text, const char *string) {
    while (*string != '\0')
        put(text, *string++);
}

static void put_number(struct text *text, unsigned number) {
    if (number >= 10)
        put_number(text, number / 10);
    put(text, (char)('0' + number % 10));
}

static void put_hexadecimal(struct text *text, uint8_t byte) {
    static const char digits[] = "0123456789abcdef";
    put(text, digits[byte >> 4]);
    put(text, digits[byte & 15]);
}

static void end_line(struct text *text) {
    text->bytes[text->length++] = '\n';
    ssize_t written = write(STDOUT_FILENO, text->bytes, text->length);
    (void)written;
}

// --- addresses ----------------------------------------------------------------------------------------------------

static void put_address(struct text *text, const uint8_t *address) {
    for (int i = 0; i < ADDRESS; i++) {
        if (i > 0)
            put(text, '.');
        put_number(text, address[i]);
    }
    if (address[0] >= 224 && address[0] < 240)
        put(text, '*'); // a group
}

static void print_source(const struct header *header) {
    char line[LINE];
    struct text text = text_in(line, sizeof line);
    put_address(&text, header->source);
    end_line(&text);
}

static void print_destination(const struct header *header) {
    char line[LINE + 2];
    struct text text = text_in(line, LINE + 1);
    if (header->destination[0] == 255)
        put_string(&text, "all");
    else
        put_address(&text, header->destination);
    end_line(&text);
}

// --- everything else ----------------------------------------------------------------------------------------------

enum { ICMP = 1, TCP = 6, UDP = 17 };

enum { END_OF_OPTIONS, NO_OPERATION, RECORD_ROUTE = 7 };

static void put_type(struct text *text, uint8_t type) {
    static const char *const names[] = {"reply", NULL, NULL, "unreachable"};
    if (type < sizeof names / sizeof *names)
        put_string(text, names[type]);
    else
        put_hexadecimal(text, type);
}

static void put_protocol(struct text *text, const struct header *header) {
    switch (header->protocol) {
    case ICMP:
        put_string(text, "icmp ");
        put_type(text, header->type);
        break;
    case TCP: put_string(text, "tcp"); break;
    case UDP: put_string(text, "udp"); break;
    default:
        put_string(text, "protocol ");
        put_hexadecimal(text, header->protocol);
    }
}

// What is most unusual about it.
static void put_remark(struct text *text, const struct header *header) {
    unsigned fragment = (unsigned)(header->fragment[0] << 8 | header->fragment[1]);
    if ((fragment & 0x3fff) != 0)
        put_string(text, " fragment");
    else if (header->time_to_live <= 1)
        put_string(text, " last hop");
    else if (header->service >> 5 >= 6)
        put_string(text, " control");
}

static void put_options(struct text *text, const struct header *header) {
    uint8_t options[OPTIONS];
    memcpy(options, header->options, sizeof options);
    unsigned at = 0;
    while (at < OPTIONS && options[at] != END_OF_OPTIONS) {
        if (options[at] == NO_OPERATION) {
            put(text, '-');
            at++;
            continue;
        }
        unsigned size = options[at + 1];
        if (size < 2)
            break;
        put_string(text, options[at] == RECORD_ROUTE ? " route" : " option");
        at += size;
    }
}

static void print_rest(const struct header *header) {
    char line[64];
    struct text text = text_in(line, sizeof line - 1);
    unsigned words = header->version_and_words & 15;
    if (header->version_and_words >> 4 != 4 || words < 5) {
        put_string(&text, "no header");
    } else {
        put_protocol(&text, header);
        put_remark(&text, header);
        if (words > 5)
            put_options(&text, header);
    }
    end_line(&text);
}

int main(void) {
    static struct header header;
    secateur_symbolic(&header, sizeof header, "header");
    print_source(&header);
    print_destination(&header);
    print_rest(&header);
    return 0;
}
