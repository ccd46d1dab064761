//@ args: --check all
// Setting one bit-field reads and writes back its unset neighbours, which is right as long as they are not used.
struct flags {
    unsigned ready : 1;
    unsigned mode : 3;
    unsigned level : 12;
};

static int is_ready(const struct flags *flags)
{
    if (flags->ready)
        return 1;
    return 0;
}

int main(void)
{
    struct flags flags;
    flags.ready = 1;
    flags.level = 1000;
    struct flags copy = flags;
    copy.ready = 0;
    if (flags.level != 1000)
        return 1;
    return is_ready(&flags) != 1 || is_ready(&copy) != 0;
}
