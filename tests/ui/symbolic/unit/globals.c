//@ args: --function step --sym-global state,limit
//@ paths: 3
//@ covered: 4
// Global variables are input on request.
static int state;
int limit = 10;
int step(void) {
    if (state > limit) return -1;
    if (state == 77) return 1;
    return state++;
}
