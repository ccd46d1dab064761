/* hand-written stand-in for libpcap's header: the list of Ethernet addresses that have names */
#pragma once
#include <stdio.h>

#define PCAP_ETHERS_FILE "/etc/ethers"

struct pcap_etherent {
    u_char addr[6];
    char name[122];
};

struct pcap_etherent *pcap_next_etherent(FILE *file);
