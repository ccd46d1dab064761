// Weak, alias, section, visibility and inline attributes bind each name to the right definition.
#include <stdio.h>

int strong(int x) { return x + 1; }
int aliased(int x) __attribute__((alias("strong")));
__attribute__((weak)) int maybe(int x) { return x * 100; }
extern int absent(int) __attribute__((weak));
extern int absent_data __attribute__((weak));
__attribute__((weak)) int weak_value = 31;
int real_value = 17;
extern int other_name __attribute__((alias("real_value")));
extern int weak_alias(int) __attribute__((weak, alias("strong")));

// An asm label gives the symbol another name than the one in the source.
int renamed(int x) __asm__("secret_symbol");
int renamed(int x) { return x ^ 0x55; }
extern int secret_symbol(int x);

static inline int doubled(int x) { return 2 * x; }
inline int maybe_inline(int x) { return x - 3; }
extern inline int maybe_inline(int x);

__attribute__((visibility("hidden"))) int hidden = 5;
__attribute__((used)) static int used_only = 6;
__attribute__((section(".data.special"))) int placed = 7;
__attribute__((noinline)) static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int (*indirect)(int) = aliased;
static int (*weak_pointer)(int) = absent;
static int *alias_pointer = &other_name;

static int outer_count;
static void count(void) { outer_count++; }
__attribute__((constructor)) static void early(void) {
    count();
    real_value += 3;
    hidden *= 2;
}
__attribute__((destructor)) static void late(void) { printf("late %d\n", outer_count); }

// The function's own static and the file's static of the same name are two objects.
static int shadow = 1;
static int bump(void) {
    static int shadow = 50;
    return ++shadow;
}

int main(void) {
    printf("%d %d %d\n", strong(1), aliased(2), weak_alias(3));
    printf("%d %d\n", maybe(2), absent ? absent(1) : -1);
    printf("%d %d\n", &absent_data != NULL, weak_pointer == NULL);
    printf("%d %d\n", real_value, other_name);
    other_name = 99;
    printf("%d %d\n", real_value, *alias_pointer);
    *alias_pointer -= 9;
    printf("%d %d\n", real_value, &other_name == &real_value);
    printf("%d %d\n", renamed(0x0f), secret_symbol(0xff));
    printf("%d %d\n", doubled(21), maybe_inline(10));
    printf("%d %d %d %d\n", hidden, used_only, placed, weak_value);
    printf("%d %d %d\n", indirect(9), indirect == strong, fib(15));
    int a = bump(), b = bump();
    printf("%d %d %d\n", a, b, shadow);
    return weak_value + real_value + outer_count;
}
