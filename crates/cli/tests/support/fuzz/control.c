// Switches, loops, recursion, function pointers, varargs, computed goto, setjmp and atomics.
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
static jmp_buf back;
static _Atomic int counter;
static _Thread_local int depth;
static int add(int n, ...) {
    va_list list;
    va_start(list, n);
    int sum = 0;
    while (n-- > 0) sum += va_arg(list, int);
    va_end(list);
    return sum;
}
static int fib(int n) { depth++; return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int twice(int x) { return 2 * x; }
__attribute__((weak)) int choose(int x) {
    switch (x) { case 0: return 1; case 5: return 2; case 7: case 8: return 3; default: return x > 100 ? 4 : 5; }
}
int main(void) {
    static void *labels[] = {&&first, &&second};
    int (*f)(int) = twice, sum = add(3, 1, 2, 3) + fib(9) + f(4);
    for (int i = 0; i < 10; i++) sum += choose(i);
    goto *labels[sum & 1];
first:
    atomic_fetch_add(&counter, 2);
second:
    if (!setjmp(back)) longjmp(back, 1);
    return sum + counter == 0;
}
