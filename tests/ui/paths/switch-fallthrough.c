//@ space: 1 bytes
// Cases that fall into the next one do its work as well.
#include <secateur.h>
int main(void)
{
    unsigned char start;
    int steps = 0;
    secateur_symbolic(&start, 1, "start");
    switch (start % 7) {
    case 4: steps++; // fallthrough
    case 3: steps++; // fallthrough
    case 2: steps += 10; // fallthrough
    case 1: steps++; break;
    case 5: steps = 50; // fallthrough
    default: steps++;
    }
    if (steps == 13)
        return 2;
    return steps > 40;
}
