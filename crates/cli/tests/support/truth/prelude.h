/* Included before a program that is run natively on every input (driver.c).
 * The condition of an assumption is no branch of the program: Secateur evaluates
 * `a && b` there without forking, so the driver does not record it either. */

#ifndef SECATEUR_TRUTH_PRELUDE_H
#define SECATEUR_TRUTH_PRELUDE_H

#include <klee/klee.h>
#include <secateur.h>

void __truth_pause(void);

#define secateur_assume(condition) (__truth_pause(), (secateur_assume)((uintptr_t)(condition)))
#define klee_assume(condition) (__truth_pause(), (klee_assume)((uintptr_t)(condition)))

#endif
