// A value comes to a check through memory that was handed down, a result, and a loop that gives up early.
#include <secateur.h>
static unsigned char text[4];
static int table[4], logged;
static void note(int what)
{
    if (what > 3)
        logged += what;
}
static int skip(int from, int *skipped)
{
    while (from < 4 && text[from] == ' ') {
        from++;
        ++*skipped;
        note(from);
    }
    return from;
}
int main(void)
{
    int skipped = 0, at;
    secateur_symbolic(text, sizeof text, "text");
    at = skip(0, &skipped);
    if (text[3] == 'x') {
        note(5);
        if (text[1] == 'y')
            return 1;
    }
    note(skipped);
    table[skipped] = 1; //~ out-of-bounds-write
    return table[at]; // After the line above it is right.
}
