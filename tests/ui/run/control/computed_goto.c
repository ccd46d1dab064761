// A threaded interpreter jumps through a table of label addresses.
#include <stdio.h>

enum { PUSH, ADD, SUB, MUL, DUP, SWAP, OVER, JNZ, JMP, LOAD, STORE, PRINT, CALL, RET, HALT };

static long run(const int *code, long *mem) {
    static const void *const labels[] = {&&push, &&add, &&sub, &&mul, &&dup, &&swap, &&over, &&jnz,
                                         &&jmp, &&load, &&store, &&print, &&call, &&ret, &&halt};
    long stack[64], *sp = stack, steps = 0;
    int calls[16], depth = 0, pc = 0;
#define NEXT do { steps++; goto *labels[code[pc++]]; } while (0)
    NEXT;
push: *sp++ = code[pc++]; NEXT;
add: sp--; sp[-1] += sp[0]; NEXT;
sub: sp--; sp[-1] -= sp[0]; NEXT;
mul: sp--; sp[-1] *= sp[0]; NEXT;
dup: *sp = sp[-1]; sp++; NEXT;
swap: { long t = sp[-1]; sp[-1] = sp[-2]; sp[-2] = t; } NEXT;
over: *sp = sp[-2]; sp++; NEXT;
jnz: if (*--sp) pc = code[pc]; else pc++; NEXT;
jmp: pc = code[pc]; NEXT;
load: *sp++ = mem[code[pc++]]; NEXT;
store: mem[code[pc++]] = *--sp; NEXT;
print: printf("%ld ", *--sp); NEXT;
call: calls[depth++] = pc + 1; pc = code[pc]; NEXT;
ret: pc = calls[--depth]; NEXT;
halt: printf("\n"); return steps;
}

// Relative offsets between labels fit an int table, which needs no relocation.
static int classify(const char *s) {
    static const int offs[] = {&&digit - &&digit, &&alpha - &&digit, &&other - &&digit, &&end - &&digit};
    int digits = 0, alphas = 0, others = 0;
#define GO(c) goto *(&&digit + offs[(c) == 0 ? 3 : (c) >= '0' && (c) <= '9' ? 0 : ((c) | 32) >= 'a' && ((c) | 32) <= 'z' ? 1 : 2])
    GO(*s);
digit: digits++; s++; GO(*s);
alpha: alphas++; s++; GO(*s);
other: others++; s++; GO(*s);
end: return digits * 100 + alphas * 10 + others;
}

static int pick(int n) {
    void *where = n % 3 == 0 ? &&zero : n % 3 == 1 ? &&one : &&two;
    int acc = n;
    if (n > 20) where = &&out;
    goto *where;
zero: acc += 5;
one: acc *= 2;
two: acc -= 1;
    where = acc > 60 ? &&out : &&zero;
    goto *where;
out: return acc;
}

int main(void) {
    // Print 10! down to 10: the counter is in cell 0, the product in cell 1.
    static const int fact[] = {PUSH, 10, STORE, 0, PUSH, 1, STORE, 1,
                               LOAD, 1, LOAD, 0, MUL, DUP, PRINT, STORE, 1,
                               LOAD, 0, PUSH, 1, SUB, DUP, STORE, 0, JNZ, 8, HALT};
    // Sum of squares through a subroutine at 22.
    static const int squares[] = {PUSH, 0, STORE, 0, PUSH, 100, DUP, CALL, 22, LOAD, 0, ADD, STORE, 0,
                                  PUSH, 1, SUB, DUP, JNZ, 6, JMP, 25, DUP, MUL, RET, LOAD, 0, PRINT, PRINT, HALT};
    // Fibonacci by swapping the top two.
    static const int fib[] = {PUSH, 40, STORE, 0, PUSH, 0, PUSH, 1, SWAP, OVER, ADD,
                              LOAD, 0, PUSH, 1, SUB, DUP, STORE, 0, JNZ, 8, PRINT, PRINT, HALT};
    long mem[4] = {0}, steps = run(fact, mem);
    steps += run(squares, mem);
    steps += run(fib, mem);
    printf("steps %ld\n", steps);
    printf("%d %d\n", classify("abc123!?x"), classify(""));
    int sum = 0;
    for (int i = 0; i < 30; i++) sum += pick(i);
    printf("%d\n", sum);
    return (int)(steps % 256);
}
