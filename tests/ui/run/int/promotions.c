// The usual arithmetic conversions choose the type, and so the value, of mixed expressions.
#include <stdio.h>

// Naming the type by _Generic shows the compile-time half; the value shows the run-time half.
#define NAME(e)                                                                             \
    _Generic((e), char: "char", signed char: "schar", unsigned char: "uchar",               \
        short: "short", unsigned short: "ushort", int: "int", unsigned: "uint",             \
        long: "long", unsigned long: "ulong", long long: "llong",                           \
        unsigned long long: "ullong", float: "float", double: "double",                     \
        long double: "ldouble", _Bool: "bool", default: "other")

#define I(e) printf("%-22s %-8s %lld\n", #e, NAME(e), (long long)(e))
#define F(e) printf("%-22s %-8s %.6Lf\n", #e, NAME(e), (long double)(e))

int main(void) {
    char c = 'A';
    signed char sc = -5;
    unsigned char uc = 250;
    short s = -300;
    unsigned short us = 65000;
    int i = -7;
    unsigned u = 9;
    long l = -70000000000L;
    unsigned long ul = 12;
    long long ll = 1LL << 40;
    unsigned long long ull = 3;
    float f = 1.5f;
    double d = -2.25;
    long double ld = 0.125L;
    _Bool b = 1;

    I(c + c); I(sc + uc); I(sc * s); I(us * 2); I(us + s); I(b + b); I(-b);
    I(~uc); I(~us); I(-uc); I(+sc); I(!uc); I(uc << 4); I(us >> 3); I(sc >> 1);
    I(i + u); I(i * u); I(i / (int)u); I(i / u); I(i % (int)u); I(i % u);
    I(l + u); I(l + ul); I(l * i); I(ll + ul); I(ll - ull); I(u - ul); I(u + l);
    I(i < 0 ? (unsigned)i : u); I(1 ? sc : uc); I(0 ? l : u);
    F(i + f); F(u * d); F(l + f); F(ld + ull); F(f + d); F(f * ld); F(c / f); F(b + d); F(1 ? i : d);

    // Comparing a negative int with an unsigned converts the int first.
    unsigned long zero = 0;
    printf("%d %d %d %d\n", (unsigned)i < u, (long)i < (long)u, sc < (int)uc, l < (long)zero);
    printf("%d %d\n", (unsigned long)l > ul, (unsigned char)sc == 251);

    // Compound assignment computes in the wide type and stores in the narrow one.
    uc += 10; printf("uc %d\n", uc);
    sc = (signed char)(sc - 125); printf("sc %d\n", sc);
    us *= 3; printf("us %d\n", us);
    uc <<= 3; printf("uc %d\n", uc);
    i += d; printf("i %d\n", i);
    c += f; printf("c %d\n", c);
    f += i; printf("f %.3f\n", (double)f);
    u *= f * -1; printf("u %u\n", u);
    b += 5; printf("b %d\n", b);
    b = (_Bool)(ull & 4); printf("b %d\n", b);
    s = (short)us; printf("s %d\n", s);
    ull = (unsigned long long)s; printf("ull %llu\n", ull);
    ull = (unsigned)s; printf("ull %llu\n", ull);
    return sizeof(c + c) * 10 + sizeof(u + l) + sizeof(1 ? f : ld);
}
