//@ args: --function twice --cflag -std=gnu89 --cflag -Wall --cflag -Wextra --cflag -Werror --cflag -Wmissing-prototypes
//@ paths: 2
//@ covered: 2
/* The harness compiles with whatever flags the program compiles with. Macros do not reach it. */
#define args wrong
#define result wrong
#define byte wrong
#define twice(x) (wrong(x))
#undef twice
int twice(int);
int twice(int x) { if (x > 1000) return 1000; return (int)(2u * (unsigned)x); }
int main(void) { return twice(2); }
