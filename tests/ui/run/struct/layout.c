// Sizes, alignments, offsets, packing and _Alignas follow the x86-64 ABI.
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct a { char c; int i; char d; };
struct b { char c; double d; short s; long double l; };
struct __attribute__((packed)) p { char c; int i; short s; double d; char e; };
struct n { char c; struct a in[2]; union { char x[5]; int y; } u; };
struct al { char c; alignas(32) char big; short s; };
struct __attribute__((aligned(64))) line { int x; };
struct bf { char c; int a : 5; int b : 28; char d; long long e : 40; };
struct emptyish { char c; int none[0]; };
struct mixpack { char c; struct p in; int after; } ;
#pragma pack(push, 2)
struct two { char c; long l; char d; };
#pragma pack(pop)

_Static_assert(sizeof(struct a) == 12, "two tails of padding");
_Static_assert(offsetof(struct b, l) == 32, "long double is 16-aligned");
_Static_assert(alignof(struct line) == 64, "the attribute raises the alignment");

#define S(T) printf("%-16s size %zu align %zu\n", #T, sizeof(T), alignof(T))
#define O(T, m) printf("  %s.%s at %zu\n", #T, #m, offsetof(struct T, m))

int main(void) {
    S(char); S(short); S(int); S(long); S(long long); S(void *); S(float); S(double); S(long double);
    S(_Bool); S(wchar_t); S(size_t); S(int[7]); S(__int128); S(double _Complex); S(max_align_t);
    S(struct a); S(struct b); S(struct p); S(struct n); S(struct al); S(struct line); S(struct bf); S(struct emptyish);
    S(struct mixpack); S(struct two);
    O(a, i); O(a, d); O(b, d); O(b, s); O(b, l); O(p, i); O(p, d); O(p, e); O(n, in); O(n, u); O(al, big); O(al, s);
    O(bf, d); O(mixpack, in); O(mixpack, after); O(two, l); O(two, d);

    // Members of a packed struct are read and written at odd offsets.
    struct p arr[3];
    for (int i = 0; i < 3; i++) arr[i] = (struct p){(char)i, i * 1000000, (short)-i, i / 3.0, 'e'};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        arr[i].d += 0.5;
        arr[i].i ^= 0x55;
        sum += arr[i].d + arr[i].i + arr[i].s + arr[i].c;
    }
    printf("%.6f %td\n", sum, (char *)&arr[1] - (char *)arr);

    // Address bits are not printed; only whether the promised ones are zero.
    alignas(64) char local[3];
    static alignas(128) int global;
    struct line lines[3];
    int aligned = (uintptr_t)local % 64 == 0;
    aligned += (uintptr_t)&global % 128 == 0;
    for (int i = 0; i < 3; i++) aligned += (uintptr_t)&lines[i] % 64 == 0;
    void *h = aligned_alloc(256, 512);
    aligned += (uintptr_t)h % 256 == 0;
    free(h);
    h = malloc(1);
    aligned += (uintptr_t)h % 16 == 0;
    free(h);
    struct al three[3];
    aligned += (uintptr_t)&three[1].big % 32 == 0;
    printf("aligned %d\n", aligned);

    struct two t = {1, 1L << 40, 2};
    uint16_t *w = (uint16_t *)(void *)&t;
    (void)w;
    printf("%d %ld %d\n", t.c, t.l, t.d);
    return aligned * 10 + (int)sizeof(struct two);
}
