//@ space: 1 bytes
// The default stands between the cases, and falls into one of them.
#include <secateur.h>
int main(void)
{
    unsigned char c;
    int result = 0;
    secateur_symbolic(&c, 1, "c");
    switch (c) {
    case 10: result = 1; break;
    default: result = 20; // fallthrough
    case 30: result += 2; break;
    case 200: result = 3;
    }
    return result;
}
