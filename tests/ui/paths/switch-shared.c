//@ space: 1 bytes
// Several cases share a statement: they are one path, whichever of them it was.
#include <secateur.h>
int main(void)
{
    unsigned char c;
    secateur_symbolic(&c, 1, "c");
    int vowel = 0;
    switch (c) {
    case 'a': case 'e': case 'i': case 'o': case 'u':
        vowel = 1;
        break;
    case 'y': case 'Y':
        vowel = 2;
        break;
    default:
        break;
    }
    if (vowel && c > 'j')
        return 3;
    return vowel;
}
