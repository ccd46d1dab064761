// An assembler and a register machine with calls, memory and conditions run small programs to their known results.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum op { LI, MOV, ADD, SUB, MUL, DIV, REM, LD, ST, BEQ, BLT, JMP, CALL, RET, OUT, HLT, OPS };
static const char *const names[OPS] = {"li", "mov", "add", "sub", "mul", "div", "rem", "ld", "st", "beq", "blt", "jmp", "call", "ret", "out", "hlt"};
struct insn { uint8_t op, a, b; int32_t imm; };
struct machine { int64_t r[16], mem[256]; uint32_t pc; uint32_t stack[64]; int sp; long steps; };

static struct { char name[16]; int at; } labels[32];
static int nlabels;

static int label(const char *name) {
    for (int i = 0; i < nlabels; i++)
        if (strcmp(labels[i].name, name) == 0) return labels[i].at;
    return -1;
}

// The first pass finds the labels, the second makes the code.
static int assemble(const char *src, struct insn *code, int pass) {
    int n = 0;
    while (*src) {
        char line[64], op[16] = "", x[16] = "", y[16] = "", z[16] = "";
        // A label ends its piece with a colon, so that an instruction may follow it.
        size_t len = strcspn(src, ";:") + (src[strcspn(src, ";:")] == ':');
        snprintf(line, sizeof line, "%.*s", (int)len, src);
        src += len + (src[len] == ';');
        if (sscanf(line, " %15[^ ] %15[^, ] , %15[^, ] , %15[^, ]", op, x, y, z) < 1) continue;
        size_t end = strlen(op);
        if (op[end - 1] == ':') {
            op[end - 1] = 0;
            if (pass == 0) {
                strcpy(labels[nlabels].name, op);
                labels[nlabels++].at = n;
            }
            continue;
        }
        struct insn in = {OPS, 0, 0, 0};
        for (uint8_t k = 0; k < OPS; k++)
            if (strcmp(op, names[k]) == 0) in.op = k;
        if (in.op == OPS) return -1;
        const char *target = in.op == JMP || in.op == CALL ? x : in.op == BEQ || in.op == BLT ? z : NULL;
        if (x[0] == 'r') in.a = (uint8_t)atoi(x + 1);
        if (y[0] == 'r') in.b = (uint8_t)atoi(y + 1);
        else in.imm = atoi(y);
        if (in.op == LD || in.op == ST) in.imm = atoi(z);
        if (target && pass) {
            in.imm = label(target);
            if (in.imm < 0) return -2;
        }
        code[n++] = in;
    }
    return n;
}

static int run(struct machine *m, const struct insn *code, int n) {
    while (m->pc < (uint32_t)n) {
        const struct insn *i = &code[m->pc++];
        int64_t *a = &m->r[i->a], b = m->r[i->b];
        m->steps++;
        switch ((enum op)i->op) {
        case LI: *a = i->imm; break;
        case MOV: *a = b; break;
        case ADD: *a += b; break;
        case SUB: *a -= b; break;
        case MUL: *a *= b; break;
        case DIV: if (!b) return 3; *a /= b; break;
        case REM: if (!b) return 3; *a %= b; break;
        case LD: if ((uint64_t)(b + i->imm) > 255) return 4; *a = m->mem[b + i->imm]; break;
        case ST: if ((uint64_t)(b + i->imm) > 255) return 4; m->mem[b + i->imm] = *a; break;
        case BEQ: if (*a == b) m->pc = (uint32_t)i->imm; break;
        case BLT: if (*a < b) m->pc = (uint32_t)i->imm; break;
        case JMP: m->pc = (uint32_t)i->imm; break;
        case CALL: if (m->sp == 64) return 5; m->stack[m->sp++] = m->pc; m->pc = (uint32_t)i->imm; break;
        case RET: if (!m->sp) return 6; m->pc = m->stack[--m->sp]; break;
        case OUT: printf("%lld ", (long long)*a); break;
        case HLT: return 0;
        case OPS: return 7;
        }
    }
    return 8;
}

int main(void) {
    static const char *const programs[] = {
        "li r1,20; li r2,0; li r3,1; li r0,0; li r5,1; loop: mov r4,r2; add r4,r3; mov r2,r3; mov r3,r4; out r2; sub r1,r5; blt r0,r1,loop; hlt",
        "li r1,2; li r9,60; li r8,1; li r7,0; next: li r2,2; try: mov r3,r2; mul r3,r2; blt r1,r3,prime; mov r4,r1; rem r4,r2; beq r4,r7,skip; add r2,r8; jmp try; prime: out r1; skip: add r1,r8; blt r1,r9,next; hlt",
        "li r1,12; li r0,0; li r8,1; call fact; out r2; hlt; fact: beq r1,r0,base; st r1,r1,100; sub r1,r8; call fact; add r1,r8; ld r3,r1,100; mul r2,r3; ret; base: li r2,1; ret",
        "li r1,1; li r2,0; div r1,r2; hlt", "again: call again; hlt", "li r1,300; ld r2,r1,0; hlt", "bogus r1; hlt", "jmp nowhere"};
    long total = 0;
    for (int p = 0; p < 8; p++) {
        static struct insn code[100];
        struct machine *m = calloc(1, sizeof *m);
        if (!m) return 99;
        nlabels = 0;
        int n = assemble(programs[p], code, 0);
        if (n >= 0) n = assemble(programs[p], code, 1);
        int end = n < 0 ? n : run(m, code, n);
        printf("| %d insns, end %d, %ld steps\n", n, end, m->steps);
        total += m->steps + end;
        free(m);
    }
    return (int)(total % 256);
}
