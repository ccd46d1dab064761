//@ paths: 2
// Advice, output and questions do not change what is explored.
#include <klee/klee.h>
int main(void)
{
    int x = klee_int("x"), buffer[4];
    klee_prefer_cex(&x, x == 12);
    klee_posix_prefer_cex(&x, x == 13);
    klee_mark_global(buffer);
    klee_warning("a warning");
    klee_warning_once("another");
    klee_print_expr("x", x);
    klee_print_range("x", x);
    klee_stack_trace();
    klee_open_merge();
    klee_close_merge();
    klee_set_forking(1);
    (void)klee_get_obj_size(buffer);
    klee_check_memory_access(buffer, sizeof buffer);
    (void)klee_get_errno();
    (void)klee_is_replay();
    if (x == 3)
        return 1;
    return 0;
}
