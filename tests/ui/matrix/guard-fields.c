//@ space: 5 bytes; 0,4,6 0,9 0,17,136 0,53 0,53
// A helper says whether a packet is of the kind that is wanted, which it is in four ways. Whoever stands behind it knows that it was, and not
// in which, so the fields of the packet are parts of their own (with more fields, partition_claims counts paths).
#include <secateur.h>
#ifndef RECORDS
#define RECORDS 2
#endif
struct packet {
    unsigned char version, life, protocol, fields[RECORDS];
};
static struct packet in;
static int wanted, ports[RECORDS];
static int is_wanted(const struct packet *packet)
{
    if (packet->version != 4 && packet->version != 6)
        return 0;
    if (packet->life == 0)
        return 0;
    return packet->protocol == 17 || packet->protocol == 136;
}
int main(void)
{
    secateur_symbolic(&in, sizeof in, "in");
    if (!is_wanted(&in))
        return 1;
    wanted = 1;
    for (int i = 0; i < RECORDS; i++)
        if (in.fields[i] == 53)
            ports[i] = in.protocol == 17 ? 1 : 2;
    secateur_assert(ports[0] != 2); //~ assertion-failure
    return wanted;
}
