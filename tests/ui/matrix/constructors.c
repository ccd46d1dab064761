// What runs before main and after it reads and writes what main decides on.
#include <secateur.h>
static unsigned char first;
static int result;
__attribute__((constructor)) static void before(void)
{
    secateur_symbolic(&first, 1, "first");
    if (first > 200)
        result = 1;
}
__attribute__((destructor)) static void after(void)
{
    if (result == 3)
        secateur_assert(first < 250); //~ assertion-failure
}
int main(void)
{
    unsigned char in[2];
    secateur_symbolic(in, sizeof in, "in");
    for (int i = 0; i < 2; i++)
        if (in[i] == first)
            result++;
    return result == 2;
}
