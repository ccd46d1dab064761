/* tcpdump: one of its printers, PRINT, on a packet; VERBOSE as with that many -v.  Every piece of the line is formatted
   into a place of its own and forgotten.  (In one buffer for the whole line, or in that of stdout, whether there is room
   depends on all numbers together, and so do the parts of the packet.)  Addresses stay numbers, as with -n.  A packet that
   is too short ends the printer with longjmp. */
#include <config.h>
#include "netdissect-stdinc.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "netdissect.h"
#include "addrtoname.h"
#include "netdissect-alloc.h"
#include <pcap-namedb.h>

/* Others' printers, which those of addresses refer to: nothing comes to them here. */
const char *q922_string(netdissect_options *ndo, const u_char *data, u_int size);
const char *q922_string(netdissect_options *ndo, const u_char *data, u_int size)
{
    (void)ndo; (void)data; (void)size;
    return NULL;
}
const char *dnnum_string(netdissect_options *ndo, u_short address);
const char *dnnum_string(netdissect_options *ndo, u_short address) { (void)ndo; (void)address; return NULL; }
struct pcap_etherent *pcap_next_etherent(FILE *file) { (void)file; return NULL; }

static int PRINTFLIKE(2, 3) print(netdissect_options *ndo, const char *format, ...)
{
    char piece[1024];
    va_list arguments;
    int count;
    (void)ndo;
    va_start(arguments, format);
    count = vsnprintf(piece, sizeof piece, format, arguments);
    va_end(arguments);
    return count;
}
static void PRINTFLIKE(2, 3) warn(netdissect_options *ndo, const char *format, ...) { (void)ndo; (void)format; }
static void NORETURN PRINTFLIKE(3, 4) fail(netdissect_options *ndo, status_exit_codes_t status, const char *format, ...)
{
    (void)ndo; (void)format;
    exit(status);
}
static void rest(netdissect_options *ndo, const u_char *data, u_int size) { hex_and_ascii_print(ndo, "\n\t", data, size); }

int harness(const unsigned char *data, unsigned size);
int harness(const unsigned char *data, unsigned size)
{
    static netdissect_options ndo;
    ndo.ndo_printf = print;
    ndo.ndo_warning = warn;
    ndo.ndo_error = fail;
    ndo.ndo_default_print = rest;
    ndo.ndo_nflag = 1;
    ndo.ndo_vflag = VERBOSE;
    ndo.ndo_snaplen = MAXIMUM_SNAPLEN;
    ndo.ndo_protocol = "";
    ndo.ndo_packetp = data;
    ndo.ndo_snapend = data + size;
    if (setjmp(ndo.ndo_early_end) == 0)
        PRINT(&ndo, data, size);
    else
        nd_print_trunc(&ndo);
    nd_pop_all_packet_info(&ndo);
    nd_free_all(&ndo);
    return 0;
}
