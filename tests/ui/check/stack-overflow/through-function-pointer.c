//@ sanitizer: signal
// A rewriting rule that is its own continuation recurs through a function pointer without end.
struct rule {
    int (*apply)(const struct rule *rule, int value);
    const struct rule *next;
};

static int apply_next(const struct rule *rule, int value)
{
    int result = rule->next->apply(rule->next, value ^ 1); //~ stack-overflow
    return result + 1;
}

static int keep(const struct rule *rule, int value)
{
    return rule->next ? -1 : value;
}

int main(void)
{
    struct rule last = {keep, 0};
    struct rule first = {apply_next, &last};
    int value = first.apply(&first, 3);
    last.apply = apply_next;
    last.next = &last;
    return first.apply(&first, value) == 0;
}
