//@ stdin: reverse me
// A Brainfuck interpreter with a precomputed jump table runs several programs.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CELLS 3000
#define MAX 2000

static long steps;

static int link_brackets(const char *code, int *jump) {
    int stack[100], depth = 0;
    for (int i = 0; code[i]; i++) {
        if (code[i] == '[') {
            if (depth == 100) return 0;
            stack[depth++] = i;
        } else if (code[i] == ']') {
            if (depth == 0) return 0;
            int open = stack[--depth];
            jump[i] = open;
            jump[open] = i;
        }
    }
    return depth == 0;
}

static int run(const char *code) {
    static unsigned char cells[CELLS];
    static int jump[MAX];
    memset(cells, 0, sizeof cells);
    if (!link_brackets(code, jump)) {
        printf("brackets do not match\n");
        return -1;
    }
    unsigned char *c = cells;
    for (int pc = 0; code[pc]; pc++, steps++) {
        switch (code[pc]) {
        case '>': if (++c == cells + CELLS) return -2; break;
        case '<': if (c-- == cells) return -3; break;
        case '+': ++*c; break;
        case '-': --*c; break;
        case '.': putchar(*c); break;
        case ',': { int in = getchar(); *c = in == EOF ? 0 : (unsigned char)in; break; }
        case '[': if (!*c) pc = jump[pc]; break;
        case ']': if (*c) pc = jump[pc]; break;
        }
    }
    return *c;
}

int main(void) {
    int status = 0;
    // 9 * 8 is the letter H, and the exclamation mark is 39 below it.
    status += run("+++++++++[>++++++++>++++<<-]>.+.>---.");
    printf("\n");
    // Reads all of the input and prints it backwards.
    status += run(">,[>,]<[.<]");
    printf("\n");
    // A triangle: the cells are rows, length, copy, temporary, star, newline.
    status += run(">>>++++++[>+++++++<-]>>++++++++++<<<<<++++++[>+[>+>+<<-]>>[<<+>>-]<[>>.<<-]>>>.<<<<<-]");
    // Three nested loops wrap the last cell twice: 8 * 8 * 8 is 0 modulo 256, and one more is 1.
    status += run("++++++++[>++++++++[>++++++++[>+<-]<-]<-]>>>+");
    status += run("+[>+");
    status += run("<");
    status += run("++++[>++++++++<-]>+.");
    printf("\n%ld %d\n", steps, status);
    return (int)(steps % 256);
}
