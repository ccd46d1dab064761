//@ space: 2 bytes; 0-17 0-255
// A harness of Test-Comp; the second input is asked for only on some paths.
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void)
{
    unsigned char x = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(x < 16);
    if (x > 5) {
        char y = __VERIFIER_nondet_char();
        if (x + y == -100)
            reach_error();
        return y < 0;
    }
    return x == 3 ? 2 : 3;
}
