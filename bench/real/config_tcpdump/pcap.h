/* hand-written stand-in for libpcap's header: what printers of packets need, though no packet is captured here */
#pragma once
#include <sys/time.h>
#include <sys/types.h>

struct pcap_pkthdr {
    struct timeval ts;
    u_int caplen, len;
};
