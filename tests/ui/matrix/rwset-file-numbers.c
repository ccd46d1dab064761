// The next file gets the lowest number that is free.
#include <fcntl.h>
#include <secateur.h>
#include <unistd.h>
static unsigned char in[2];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    int low = open("low", O_CREAT | O_RDWR, 0600);
    int kept = open("kept", O_CREAT | O_RDWR, 0600);
    if (in[0] > 7)
        close(low);
    else
        dup2(kept, low + 2);
    if (in[1] > 7)
        sink = 1;
    int next = open("next", O_CREAT | O_RDWR, 0600);
    secateur_assert(next != low); //~ assertion-failure
    secateur_assert(next != low + 3); //~ assertion-failure
    return 0;
}
