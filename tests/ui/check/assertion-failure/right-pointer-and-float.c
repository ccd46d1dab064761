// An assertion takes any scalar that is not zero, such as a pointer, a double or a negative number.
#include <assert.h>

int main(void)
{
    static const char text[] = "x";
    volatile double tiny = 1e-300;
    volatile int negative = -1;
    assert(text);
    assert(tiny);
    assert(negative);
    assert(text[0]);
    assert(negative && "a message does not change the condition");
    return 0;
}
