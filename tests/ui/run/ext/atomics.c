// _Atomic objects load, store, exchange, compare-exchange and fetch-modify with the right old and new values.
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

static _Atomic int counter = 5;
static atomic_flag flag = ATOMIC_FLAG_INIT;
struct pair { int a, b; };
static _Atomic struct pair shared;

#define ALL(T, start, arg)                                                                            \
    do {                                                                                              \
        _Atomic T x;                                                                                  \
        atomic_init(&x, (start));                                                                     \
        long long a = (long long)atomic_fetch_add(&x, (T)(arg)), b = (long long)atomic_fetch_sub(&x, (T)3); \
        long long c = (long long)atomic_fetch_or(&x, (T)0x41), d = (long long)atomic_fetch_and(&x, (T)0x7b); \
        long long e = (long long)atomic_fetch_xor(&x, (T)-1), f = (long long)atomic_exchange(&x, (T)77); \
        T want = 77;                                                                                  \
        int ok = atomic_compare_exchange_strong(&x, &want, (T)(arg));                                 \
        int no = atomic_compare_exchange_strong_explicit(&x, &want, (T)9, memory_order_acq_rel, memory_order_relaxed); \
        printf("%s %lld %lld %lld %lld %lld %lld %d %d %lld %lld\n", #T, a, b, c, d, e, f, ok, no,    \
               (long long)want, (long long)atomic_load_explicit(&x, memory_order_acquire));           \
    } while (0)

static int max_update(_Atomic int *p, int v) {
    int old = atomic_load(p), tries = 0;
    while (old < v && !atomic_compare_exchange_weak(p, &old, v)) tries++;
    return tries;
}

int main(void) {
    ALL(int8_t, 100, 20);
    ALL(uint8_t, 250, 10);
    ALL(int16_t, -5, 300);
    ALL(uint16_t, 65530, 77);
    ALL(int32_t, 1 << 30, -7);
    ALL(uint32_t, 0xfffffff0u, 0x20);
    ALL(int64_t, -(1LL << 40), 1LL << 33);
    ALL(uint64_t, UINT64_MAX, 2);

    // The operators on an atomic object are atomic read-modify-writes that yield the new value.
    int a = counter++, b = ++counter, c = (counter += 10), d = (counter *= 3), e = counter--;
    printf("%d %d %d %d %d %d\n", a, b, c, d, e, (int)counter);
    counter ^= 0xff;
    counter <<= 2;
    counter /= 7;
    counter %= 50;
    printf("%d\n", (int)counter);
    printf("%d\n", max_update(&counter, 1000));
    printf("%d\n", atomic_load(&counter));

    printf("%d", atomic_flag_test_and_set(&flag));
    printf("%d", atomic_flag_test_and_set(&flag));
    atomic_flag_clear(&flag);
    printf("%d\n", atomic_flag_test_and_set_explicit(&flag, memory_order_acquire));

    atomic_init(&shared, ((struct pair){1, 2}));
    struct pair p = atomic_load(&shared), want = p;
    p.b = 40;
    int ok = atomic_compare_exchange_strong(&shared, &want, p);
    p.a = -9;
    struct pair old = atomic_exchange(&shared, p);
    p = atomic_load(&shared);
    printf("%d %d %d %d %d\n", ok, old.a, old.b, p.a, p.b);

    int arr[4] = {10, 20, 30, 40};
    int *_Atomic ptr = arr;
    int *was = atomic_exchange(&ptr, arr + 1);
    ptr++;
    printf("%d %d ", *was, *atomic_load(&ptr));
    ptr--;
    printf("%d\n", *ptr);
    _Atomic double sum = 0;
    for (int i = 0; i < 10; i++) sum = sum + 0.25 * i;
    _Atomic _Bool done = 0;
    _Bool before = atomic_exchange(&done, 1);
    printf("%g %d %d\n", (double)sum, before, (int)done);
    // The older builtins work on plain objects.
    long plain = 8;
    long o1 = __sync_fetch_and_add(&plain, 5), o2 = __sync_add_and_fetch(&plain, 5), o3 = __sync_val_compare_and_swap(&plain, 18, 3);
    long o4 = __atomic_fetch_nand(&plain, 1, __ATOMIC_SEQ_CST), o5 = __atomic_load_n(&plain, __ATOMIC_RELAXED);
    printf("%ld %ld %ld %ld %ld\n", o1, o2, o3, o4, o5);
    __atomic_store_n(&plain, 6, __ATOMIC_RELEASE);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_signal_fence(memory_order_acquire);
    printf("%ld %d\n", plain, atomic_is_lock_free(&counter));
    return (int)counter % 256 + (int)plain;
}
