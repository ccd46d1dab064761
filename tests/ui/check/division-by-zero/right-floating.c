// A floating division by zero gives an infinity or a NaN, and is no error.
static volatile double zero = 0.0;

int main(void)
{
    double plus = 1.0 / zero;
    double minus = -1.0 / zero;
    double none = zero / zero;
    return !(plus > 1e308) || !(minus < -1e308) || none == none;
}
