// A switch that is declared to know all its cases meets another one.
enum shape { CIRCLE, SQUARE, TRIANGLE };

static volatile int next = TRIANGLE + 1;

static int corners(int shape)
{
    switch (shape) {
    case CIRCLE:
        return 0;
    case SQUARE:
        return 4;
    case TRIANGLE:
        return 3;
    default:
        __builtin_unreachable(); //~ unreachable
    }
}

int main(void)
{
    return corners(SQUARE) + corners(next) == 1;
}
