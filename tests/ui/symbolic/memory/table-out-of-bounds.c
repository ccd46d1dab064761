//@ paths: 1
// The index is masked with one bit too many.
#include <secateur.h>
static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
int main(void)
{
    unsigned char month;
    secateur_symbolic(&month, 1, "month");
    return days[month & 15] > 365; //~ out-of-bounds-read
}
