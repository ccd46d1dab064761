/* busybox's udhcp: the first byte says what the others are. Either the options of a packet that is received: all of them are
   looked at, copied into a reply, and domain names are decoded; or the text of an option as a configuration file has it. */
#include "networking/udhcp/common.h"
#include <setjmp.h>
#include <stdio.h>

static jmp_buf back;
static const unsigned char *received;
static unsigned received_size;

/* What the code needs of busybox's library. Memory is kept until the end of a run, which an error may come to at any place. */
static void *blocks[256];
static unsigned used;

void leave(void) { longjmp(back, 1); }
static void *keep(void *block)
{
    if (!block || used == sizeof blocks / sizeof *blocks)
        leave();
    return blocks[used++] = block;
}
void *xmalloc(size_t size) { return keep(malloc(size)); }
void *xzalloc(size_t size) { return keep(calloc(1, size)); }
void *xrealloc(void *old, size_t size)
{
    unsigned i;
    for (i = 0; i < used && blocks[i] != old; i++)
        ;
    if (i < used)
        blocks[i] = blocks[--used];
    return keep(realloc(old, size));
}
char *xstrdup(const char *text) { return keep(strdup(text)); }
void released(void *block);
void released(void *block)
{
    unsigned i;
    for (i = 0; i < used && blocks[i] != block; i++)
        ;
    if (i < used)
        blocks[i] = blocks[--used];
    (free)(block);
}
ssize_t safe_read(int fd, void *to, size_t size)
{
    struct dhcp_packet *packet = to;
    (void)fd;
    if (size < sizeof *packet)
        return -1;
    packet->cookie = htonl(DHCP_MAGIC);
    memcpy(packet->options, received, received_size);
    packet->options[received_size] = DHCP_END;
    return (ssize_t)(offsetof(struct dhcp_packet, options) + received_size + 1);
}
int index_in_strings(const char *strings, const char *key)
{
    int at;
    for (at = 0; *strings; at++, strings += strlen(strings) + 1)
        if (strcmp(strings, key) == 0)
            return at;
    return -1;
}
static unsigned long number(const char *text, int base, unsigned long most)
{
    char *end;
    unsigned long value;
    errno = 0;
    value = strtoul(text, &end, base);
    if (end == text || *end || value > most)
        errno = EINVAL;
    return value;
}
unsigned bb_strtou(const char *text, char **end, int base) { (void)end; return (unsigned)number(text, base, 0xffffffff); }
uint32_t bb_strtou32(const char *text, char **end, int base) { (void)end; return (uint32_t)number(text, base, 0xffffffff); }
int32_t bb_strtoi32(const char *text, char **end, int base)
{
    (void)end;
    return *text == '-' ? (int32_t)-(long)number(text + 1, base, 0x7fffffff) : (int32_t)number(text, base, 0x7fffffff);
}
char *trim(char *text)
{
    size_t size;
    while (isspace((unsigned char)*text))
        memmove(text, text + 1, strlen(text));
    size = strlen(text);
    while (size && isspace((unsigned char)text[size - 1]))
        text[--size] = 0;
    return text + size;
}
char *last_char_is(const char *text, int last)
{
    size_t size = strlen(text);
    return size && text[size - 1] == last ? (char *)text + size - 1 : NULL;
}
char *hex2bin(char *to, const char *text, int most)
{
    errno = 0;
    while (*text && most--) {
        unsigned value;
        if (!isxdigit((unsigned char)text[0]) || !isxdigit((unsigned char)text[1]) || sscanf(text, "%2x", &value) != 1) {
            errno = EINVAL;
            return NULL;
        }
        *to++ = (char)value;
        text += 2;
    }
    return to;
}
char *bin2hex(char *to, const char *from, int count)
{
    for (; count-- > 0; from++, to += 2) {
        to[0] = "0123456789abcdef"[*from >> 4 & 15];
        to[1] = "0123456789abcdef"[*from & 15];
    }
    return to;
}
len_and_sockaddr *host_and_af2sockaddr(const char *host, int port, sa_family_t family)
{
    struct in_addr address;
    len_and_sockaddr *result;
    (void)port;
    if (!inet_aton(host, &address))
        return NULL;
    result = xzalloc(sizeof *result);
    result->u.sin.sin_family = family;
    result->u.sin.sin_addr = address;
    return result;
}
/* Nothing is sent. */
uint16_t inet_cksum(const void *from, int count) { (void)from; (void)count; return 0; }
int setsockopt_reuseaddr(int fd) { (void)fd; return -1; }
int setsockopt_bindtodevice(int fd, const char *name) { (void)fd; (void)name; return -1; }
ssize_t safe_write(int fd, const void *from, size_t size) { (void)fd; (void)from; (void)size; return -1; }

static void packet(void)
{
    struct dhcp_packet in, out;
    struct dhcp_scan_state state;
    uint8_t *option;
    if (udhcp_recv_kernel_packet(&in, 0) < 0)
        return;
    udhcp_init_header(&out, DHCPOFFER);
    init_scan_state(&in, &state);
    while ((option = udhcp_scan_options(&in, &state)) != NULL) {
        udhcp_add_binary_option(&out, option);
        if (option[OPT_CODE] == 0x77)
            dname_dec(option + OPT_DATA, option[OPT_LEN], "search ");
    }
    udhcp_get_option32(&in, DHCP_SERVER_ID);
    udhcp_add_simple_option(&out, DHCP_LEASE_TIME, 3600);
}

int harness(const unsigned char *data, unsigned size);
int harness(const unsigned char *data, unsigned size)
{
    char text[N + 1];
    struct option_set *options = NULL;
    if (size == 0)
        return -1;
    received = data + 1;
    received_size = size - 1;
    memcpy(text, received, received_size);
    text[received_size] = 0;
    if (setjmp(back) == 0) {
        if (data[0] & 1)
            packet();
        else
            udhcp_str2optset(text, &options, dhcp_optflags, dhcp_option_strings, 0);
    }
    while (used)
        (free)(blocks[--used]);
    return 0;
}
