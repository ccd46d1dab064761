//@ args: --check all
//@ sanitizer: memory
// A local that a switch sets in each of its cases, but not without a case, decides a loop.
static volatile int unit = 'h';

static int seconds(int count)
{
    int factor;
    switch (unit) {
    case 's':
        factor = count;
        break;
    case 'm':
        factor = count * 60;
        break;
    }
    int steps = 0;
    while (factor > steps) { //~ uninitialised-read
        steps++;
        if (steps == 10)
            break;
    }
    return steps;
}

int main(void)
{
    return seconds(2) == 100;
}
