// Measures a bytecode interpreter: a dense switch in a loop, with an operand stack and locals.
#include <stdint.h>
#include <stdio.h>

enum { PUSH, LOAD, STORE, ADD, SUB, MUL, REM, AND, XOR, SHR, LT, EQ, JZ, JMP, DUP, DROP, PEEK, POKE, HALT };

static int64_t run(const int16_t *code, int64_t *memory) {
    int64_t stack[32], local[8] = {0};
    int sp = 0;
    for (int pc = 0;;) {
        switch (code[pc++]) {
        case PUSH: stack[sp++] = code[pc++]; break;
        case LOAD: stack[sp++] = local[code[pc++]]; break;
        case STORE: local[code[pc++]] = stack[--sp]; break;
        case ADD: sp--; stack[sp - 1] += stack[sp]; break;
        case SUB: sp--; stack[sp - 1] -= stack[sp]; break;
        case MUL: sp--; stack[sp - 1] = (int64_t)((uint64_t)stack[sp - 1] * (uint64_t)stack[sp]); break;
        case REM: sp--; stack[sp - 1] %= stack[sp]; break;
        case AND: sp--; stack[sp - 1] &= stack[sp]; break;
        case XOR: sp--; stack[sp - 1] ^= stack[sp]; break;
        case SHR: sp--; stack[sp - 1] = (int64_t)((uint64_t)stack[sp - 1] >> stack[sp]); break;
        case LT: sp--; stack[sp - 1] = stack[sp - 1] < stack[sp]; break;
        case EQ: sp--; stack[sp - 1] = stack[sp - 1] == stack[sp]; break;
        case JZ: if (stack[--sp]) pc++; else pc = code[pc]; break;
        case JMP: pc = code[pc]; break;
        case DUP: stack[sp] = stack[sp - 1]; sp++; break;
        case DROP: sp--; break;
        case PEEK: stack[sp - 1] = memory[stack[sp - 1]]; break;
        case POKE: sp -= 2; memory[stack[sp]] = stack[sp + 1]; break;
        case HALT: return stack[sp - 1];
        }
    }
}

int main(void) {
    // Sum of gcd(i, j) for i and j below the constant at index 1, kept modulo 30011.
    static const int16_t gcds[] = {
        /* 0 */ PUSH, 800, STORE, 0, PUSH, 1, STORE, 1,
        /* 8 */ PUSH, 1, STORE, 2,
        /* 12 */ LOAD, 1, STORE, 3, LOAD, 2, STORE, 4,
        /* 20 */ LOAD, 4, JZ, 36, LOAD, 3, LOAD, 4, DUP, STORE, 3, REM, STORE, 4, JMP, 20,
        /* 36 */ LOAD, 5, LOAD, 3, ADD, PUSH, 30011, REM, STORE, 5,
        /* 46 */ LOAD, 2, PUSH, 1, ADD, DUP, STORE, 2, LOAD, 0, LT, JZ, 61, JMP, 12,
        /* 61 */ LOAD, 1, PUSH, 1, ADD, DUP, STORE, 1, LOAD, 0, LT, JZ, 76, JMP, 8,
        /* 76 */ LOAD, 5, HALT};
    // A sieve in memory: cells hold 1 for composite numbers; the result counts the primes.
    static const int16_t sieve[] = {
        /* 0 */ PUSH, 2, STORE, 0,
        /* 4 */ LOAD, 0, PEEK, JZ, 11, JMP, 42,
        /* 11 */ LOAD, 2, PUSH, 1, ADD, STORE, 2, LOAD, 0, STORE, 1,
        /* 22 */ LOAD, 1, LOAD, 0, ADD, DUP, STORE, 1, PUSH, 20000, LT, JZ, 42,
        /* 35 */ LOAD, 1, PUSH, 1, POKE, JMP, 22,
        /* 42 */ LOAD, 0, PUSH, 1, ADD, DUP, STORE, 0, PUSH, 20000, LT, JZ, 57, JMP, 4,
        /* 57 */ LOAD, 2, HALT};
    static int64_t memory[20000];
    uint64_t sum = (uint64_t)run(gcds, memory);
    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 20000; i++) memory[i] = 0;
        sum = sum * 31 + (uint64_t)run(sieve, memory);
    }
    printf("%llu\n", (unsigned long long)sum);
    return 0;
}
