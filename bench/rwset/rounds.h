// How often a dispatch loop goes round: -DROUNDS=N, or without an end if N is 0.
#if ROUNDS > 0
#define EACH_ROUND for (int round = 0; round < ROUNDS; round++)
#else
#define EACH_ROUND for (;;)
#endif
