// What is printed into a text and read out of it again goes through the library both times.
#include <secateur.h>
#include <stdio.h>
#include <stdlib.h>
static unsigned char in[2];
static int v = 7;
static const char *format = "%d";
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    if (in[0] > 100)
        v = 15;
    else if (in[0] > 50)
        format = "%x0";
    if (in[1] > 7)
        sink = 1;
    char text[16];
    snprintf(text, sizeof text, format, v);
    int back = atoi(text);
    secateur_assert(back != 7); //~ assertion-failure
    secateur_assert(back != 15); //~ assertion-failure
    secateur_assert(back != 70); //~ assertion-failure
    return 0;
}
