// Moving a whole array by one element onto itself touches its first and last byte only from inside.
#include <string.h>

int main(void)
{
    int list[6] = {1, 2, 3, 4, 5, 6};
    memmove(list + 1, list, 5 * sizeof list[0]);
    int wrong = list[1] != 1 || list[5] != 5;
    memmove(list, list + 1, 5 * sizeof list[0]);
    wrong |= list[0] != 1 || list[4] != 5 || list[5] != 5;
    memset(list + 6, 0, 0);
    return wrong;
}
