/* BPF: byte 0 = number of instructions (0..4), then 8 bytes per instruction, the rest is the packet.
   Programs that pass the validator are run.  Backward jumps are refused here (they may loop for ever).
   The library is compiled with -Dabort=leave: it calls abort on instructions that the validator lets through, and
   that ends the run here without a report. */
#include <setjmp.h>
#include <string.h>
#include <pcap/pcap.h>
static jmp_buf out_of_here;
void leave(void);
void leave(void) { longjmp(out_of_here, 1); }
int harness(const unsigned char *data, unsigned size);
int harness(const unsigned char *data, unsigned size)
{
    struct bpf_insn prog[4];
    unsigned n, i;
    if (size < 1)
        return 0;
    n = data[0];
    if (n > 4 || size < 1 + 8 * n)
        return 0;
    for (i = 0; i < n; i++) {
        const unsigned char *q = data + 1 + 8 * i;
        prog[i].code = (unsigned short)(q[0] | q[1] << 8);
        prog[i].jt = q[2];
        prog[i].jf = q[3];
        prog[i].k = q[4] | (unsigned)q[5] << 8 | (unsigned)q[6] << 16 | (unsigned)q[7] << 24;
    }
    if (!bpf_validate(prog, (int)n))
        return 1;
    for (i = 0; i < n; i++)
        if ((prog[i].code & 0xf7) == 0x05 && prog[i].k > n)
            return 2;
    if (setjmp(out_of_here))
        return 3;
    return (int)bpf_filter(prog, data + 1 + 8 * n, size - 1 - 8 * n, size - 1 - 8 * n);
}
