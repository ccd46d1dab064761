//@ space: 3 bytes; 0,111 0,110 0,9
// A comparison by the library sets what is read where another byte decides so.
#include <secateur.h>
#include <string.h>
static char word[3];
static unsigned char in;
static int is_on;
int main(void)
{
    secateur_symbolic(word, 2, "word");
    secateur_symbolic(&in, 1, "in");
    if (strcmp(word, "on") == 0)
        is_on = 1;
    if (in > 7)
        secateur_assert(!is_on); //~ assertion-failure
    return 0;
}
