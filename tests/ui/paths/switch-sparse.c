//@ space: 2 bytes; 0-255 0-3
// Cases that are far apart, one of them negative, on a short.
#include <secateur.h>
int main(void)
{
    short code;
    secateur_symbolic(&code, sizeof code, "code");
    secateur_assume(code >= 0 && code < 1024);
    switch (code - 500) {
    case -500: return 1;
    case -1: return 2;
    case 77: return 3;
    case 400: return 4;
    case 30000: return 5; // impossible
    }
    return 0;
}
