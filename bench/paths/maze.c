// A maze: 28 moves, one byte each, lead from the corner to the goal. A wall, a place seen before or a key that is no
// move ends the walk, so there are 309 walks, six of which reach the goal.
#include <secateur.h>

enum { MOVES = 28 };

static char map[][12] = {
    "###########",
    "#         #",
    "# ### ### #",
    "# #     # #",
    "# # # # # #",
    "#   #    G#",
    "###########",
};

int main(void) {
    char moves[MOVES];
    int x = 1, y = 1;
    secateur_symbolic(moves, sizeof moves, "moves");
    for (int i = 0; i < MOVES; i++) {
        map[y][x] = '.';
        switch (moves[i]) {
        case 'u': y--; break;
        case 'd': y++; break;
        case 'l': x--; break;
        case 'r': x++; break;
        default: return 1;
        }
        if (map[y][x] == 'G')
            return 42;
        if (map[y][x] != ' ')
            return 2;
    }
    return 3;
}
