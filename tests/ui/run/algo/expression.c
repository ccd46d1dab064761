//@ cflags: -lm
//@ stdin: 1 + 2 * 3\n(1 + 2) * 3 ^ 2 ^ 1\nx = 5\ny = x * -2 + 10 / 4\n-x ^ 2 + y\nmax(x, y, 7) - min(2, 1)\nsqrt(16) + abs(-3)\n1 / 0\n2 +\nz + 1\n(1\n7 % 4 >= 3 && !(2 < 1)\n
// An expression evaluator with precedence climbing, variables and functions reads lines from standard input.
#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *p;
static jmp_buf bad;
static struct { char name[16]; double v; } vars[20];
static int nvars;

static _Noreturn void fail(const char *why) {
    printf("error: %s\n", why);
    longjmp(bad, 1);
}

static void skip(void) { while (*p == ' ') p++; }

static double *lookup(const char *name, int create) {
    for (int i = 0; i < nvars; i++)
        if (strcmp(vars[i].name, name) == 0) return &vars[i].v;
    if (!create) return NULL;
    strcpy(vars[nvars].name, name);
    return &vars[nvars++].v;
}

static const struct { const char *text; int prec, right; } ops[] = {
    {"&&", 1, 0}, {"||", 1, 0}, {"<=", 2, 0}, {">=", 2, 0}, {"==", 2, 0}, {"<", 2, 0}, {">", 2, 0},
    {"+", 3, 0}, {"-", 3, 0}, {"*", 4, 0}, {"/", 4, 0}, {"%", 4, 0}, {"^", 6, 1}};

static double apply(int op, double a, double b) {
    switch (op) {
    case 0: return a != 0 && b != 0;
    case 1: return a != 0 || b != 0;
    case 2: return a <= b;
    case 3: return a >= b;
    case 4: return a == b;
    case 5: return a < b;
    case 6: return a > b;
    case 7: return a + b;
    case 8: return a - b;
    case 9: return a * b;
    case 10: if (b == 0) fail("division by zero"); return a / b;
    case 11: if (b == 0) fail("remainder by zero"); return fmod(a, b);
    default: return pow(a, b);
    }
}

static double expr(int min);

static double call(const char *name) {
    double a[8];
    int n = 0;
    for (p++, skip(); *p != ')';) {
        if (n == 8) fail("too many arguments");
        a[n++] = expr(0);
        skip();
        if (*p == ',') p++;
        else if (*p != ')') fail("expected )");
    }
    p++;
    if (n == 0) fail("no arguments");
    double r = a[0];
    if (strcmp(name, "max") == 0) { for (int i = 1; i < n; i++) r = a[i] > r ? a[i] : r; }
    else if (strcmp(name, "min") == 0) { for (int i = 1; i < n; i++) r = a[i] < r ? a[i] : r; }
    else if (strcmp(name, "sqrt") == 0) r = sqrt(r);
    else if (strcmp(name, "abs") == 0) r = fabs(r);
    else fail("unknown function");
    return r;
}

static double primary(void) {
    skip();
    if (*p == '-') { p++; return -expr(5); }
    if (*p == '!') { p++; return expr(5) == 0; }
    if (*p == '(') {
        p++;
        double v = expr(0);
        skip();
        if (*p++ != ')') fail("expected )");
        return v;
    }
    if (isalpha((unsigned char)*p)) {
        char name[16];
        int n = 0;
        while (isalnum((unsigned char)*p) && n < 15) name[n++] = *p++;
        name[n] = 0;
        skip();
        if (*p == '(') return call(name);
        double *v = lookup(name, 0);
        if (!v) fail("unknown variable");
        return *v;
    }
    char *end;
    double v = strtod(p, &end);
    if (end == p) fail("expected a value");
    p = end;
    return v;
}

static double expr(int min) {
    double left = primary();
    for (;;) {
        skip();
        int op = -1;
        for (int i = 0; i < 13 && op < 0; i++)
            if (strncmp(p, ops[i].text, strlen(ops[i].text)) == 0) op = i;
        if (op < 0 || ops[op].prec < min) return left;
        p += strlen(ops[op].text);
        left = apply(op, left, expr(ops[op].prec + !ops[op].right));
    }
}

int main(void) {
    char line[128];
    volatile int errors = 0;
    volatile double total = 0;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        if (setjmp(bad)) { errors++; continue; }
        char name[16];
        int n = 0;
        if (sscanf(line, "%15[a-z] = %n", name, &n) == 1 && n > 0 && line[n] != '=') {
            p = line + n;
            double v = expr(0);
            *lookup(name, 1) = v;
            printf("%s is %.10g\n", name, v);
        } else {
            p = line;
            double v = expr(0);
            if (*p) fail("text left over");
            printf("%.10g\n", v);
            total += v;
        }
    }
    printf("%d errors\n", errors);
    return (int)total + errors;
}
