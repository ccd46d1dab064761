// Section 3.1: a and b call c, and go on differently when it returns. What was seen in c on the way from a says nothing
// about what comes after c on the way from b.
#include "../rest.h"

static int flag;

static void after_a(void) {}
static void after_b(void) {}
static void rarely(void) {}

static void c(void) {
    if (flag == 1)
        nothing();
}

static void a(void) {
    c();
    after_a();
}

static void b(int x) {
    c();
    if (x == 77)
        rarely();
    after_b();
}

int main(void) {
    int x;
    secateur_symbolic(&x, sizeof x, "x");
    secateur_symbolic(&flag, sizeof flag, "flag");
    if (x > 10)
        b(x);
    else
        a();
    rest();
    return 0;
}
