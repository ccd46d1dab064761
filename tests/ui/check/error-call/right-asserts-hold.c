//@ exit: 7
// Assertions of a verification task that all hold let the program end with its own status.
extern void __VERIFIER_error(void) __attribute__((__noreturn__));

static void __VERIFIER_assert(int condition)
{
    if (!condition)
        __VERIFIER_error();
}

int main(void)
{
    int low = 0, high = 15;
    while (low < high) {
        int middle = low + (high - low) / 2;
        __VERIFIER_assert(low <= middle && middle < high);
        if (middle * 2 >= 14)
            high = middle;
        else
            low = middle + 1;
    }
    __VERIFIER_assert(low == high);
    return low;
}
