//@ args: --check all
// Arithmetic on chars and shorts is done in int, so the intermediate result does not overflow.
#include <limits.h>

static volatile short large = SHRT_MAX;
static volatile signed char small = SCHAR_MAX;

int main(void)
{
    int sum = large + large;
    int product = large * large;
    int squares = small * small * small;
    short middle = (short)((large + large) / 2);
    small++;
    return sum != 65534 || product != 1073676289 || squares != 2048383 || middle != SHRT_MAX || small != SCHAR_MIN;
}
