//@ sanitizer: signal
// The assertion function that verification tasks bring along reaches the error when its condition is zero.
extern void reach_error(void);

static void __VERIFIER_assert(int condition)
{
    if (!condition) {
        goto error;
    }
    return;
error:
    reach_error(); //~ error-call
}

int main(void)
{
    unsigned sum = 0;
    for (unsigned i = 1; i <= 10; i++) {
        sum += i;
        __VERIFIER_assert(sum != 28);
    }
    return 0;
}
