// An error or the end of a stream is remembered, and so is which characters wait in its buffer.
#include <secateur.h>
#include <stdio.h>
static unsigned char in[2];
static volatile int sink;
int main(void)
{
    secateur_symbolic(in, sizeof in, "in");
    FILE *f = fopen("one", "w+");
    if (!f)
        return 0;
    fputs("ab", f);
    rewind(f);
    int c = fgetc(f);
    if (in[0] > 100)
        while (fgetc(f) != EOF)
            sink = 0;
    else if (in[0] > 50)
        c = fgetc(f);
    if (in[1] > 7)
        sink = 1;
    c = sink = 0;
    if (feof(f))
        secateur_assert(sink != 0); //~ assertion-failure
    c = fgetc(f);
    secateur_assert(c != 'b'); //~ assertion-failure
    secateur_assert(c != EOF); //~ assertion-failure
    fclose(f);
    return 0;
}
