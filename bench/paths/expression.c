// A calculator by recursive descent: numbers, + - * /, brackets, signs, blanks between them. BYTES bytes and the end
// are its text; a wrong one ends at its first error.
#include <secateur.h>

#ifndef BYTES
#define BYTES 5
#endif

static const char *at;
static int wrong;

static int sum(void);

// The next character that is no blank, which stays to be read.
static char next(void) {
    while (*at == ' ' || *at == '\t')
        at++;
    return *at;
}

static int number(void) {
    int value = 0;
    while (*at >= '0' && *at <= '9')
        value = value * 10 + (*at++ - '0');
    return value;
}

static int factor(void) {
    next();
    if (*at >= '0' && *at <= '9')
        return number();
    if (*at == '+') {
        at++;
        return factor();
    }
    if (*at == '-') {
        at++;
        return -factor();
    }
    if (*at != '(') {
        wrong = 1;
        return 0;
    }
    at++;
    int value = sum();
    if (next() == ')')
        at++;
    else
        wrong = 1;
    return value;
}

static int product(void) {
    int value = factor();
    while (!wrong && (next() == '*' || *at == '/')) {
        char operator = *at++;
        int right = factor();
        if (wrong)
            break;
        if (operator == '*')
            value *= right;
        else if (right == 0)
            wrong = 1;
        else
            value /= right;
    }
    return value;
}

static int sum(void) {
    int value = product();
    while (!wrong && (next() == '+' || *at == '-')) {
        char operator = *at++;
        int right = product();
        value = operator == '+' ? value + right : value - right;
    }
    return value;
}

int main(void) {
    char text[BYTES + 1];
    secateur_symbolic(text, BYTES, "text");
    text[BYTES] = '\0';
    at = text;
    wrong = 0;
    int value = sum();
    if (wrong || next() != '\0')
        return 1;
    return value == 42 ? 2 : 0;
}
