//@ paths: 2
// The error function of Test-Comp's programs.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x == 123456789)
        reach_error(); //~ error-call
    if (x < 0)
        return 1;
    return 0;
}
