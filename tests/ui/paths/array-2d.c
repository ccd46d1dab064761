//@ space: 2 bytes; 0-5 0-5
// An array of arrays, rows and columns chosen by the input.
#include <secateur.h>
static const char map[6][6] = {"#####", "#. .#", "# # #", "#.  #", "#####", ""};
int main(void)
{
    unsigned char x, y;
    secateur_symbolic(&x, 1, "x");
    secateur_symbolic(&y, 1, "y");
    secateur_assume(x < 6 && y < 6);
    char copy[6][6];
    for (int row = 0; row < 6; row++)
        for (int column = 0; column < 6; column++)
            copy[row][column] = map[column][row];
    if (map[y][x] == '.')
        return 1;
    if (copy[y][x] == ' ' && map[y][x] != ' ')
        return 2; // impossible: the map is symmetric here
    copy[y][x] = '!';
    return copy[1][2] == '!' ? 3 : 0;
}
