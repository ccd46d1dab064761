/* Between the driver's two files. The names begin with `truth_`, so that programs may use all others. */

#ifndef SECATEUR_TRUTH_DRIVER_H
#define SECATEUR_TRUTH_DRIVER_H

#include <stddef.h>
#include <stdint.h>

/* How an input ended; RUNNING also stands for `exit` and signals, which the child's status tells. */
enum end { WAITING, RUNNING, RETURNED, BUG, ASSUME, SHORT };

/* The bytes of the current input, and how many were taken. */
extern const uint8_t *truth_input;
extern size_t truth_input_size, truth_input_used;

/* While it is set, blocks are not recorded. */
extern int truth_paused;

/* Ends the run on this input. */
_Noreturn void truth_finish(enum end end);

/* Ends the child with a bug; without a line it is found from the stack. */
_Noreturn void truth_bug(const char *kind, unsigned line);

/* An address to look at before the stack's. */
void truth_add_pc(uintptr_t pc);

#endif
