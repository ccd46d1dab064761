//@ space: 4 bytes; 0,40-41,48-49 0,40-41,48-49 0,40-41,48-49 0,40-41,48-49
// Balanced brackets around digits, by recursive descent.
#include <secateur.h>
static const char *at;
static int group(void)
{
    int count = 0;
    while (*at == '(' || *at == '0' || *at == '1') {
        if (*at++ == '(') {
            int inside = group();
            if (inside < 0 || *at++ != ')')
                return -1;
            count += 10 + inside;
        } else {
            count++;
        }
    }
    return count;
}
int main(void)
{
    char s[5];
    secateur_symbolic(s, 4, "s");
    s[4] = 0;
    for (int i = 0; i < 4; i++)
        secateur_assume(s[i] == 0 || s[i] == '(' || s[i] == ')' || s[i] == '0' || s[i] == '1');
    at = s;
    int count = group();
    return count < 0 ? 50 : *at ? 51 : count;
}
