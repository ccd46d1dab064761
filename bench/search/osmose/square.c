// Which kind of square of numbers it is. The numbers are from 1 to SIDE; a square is Latin if every row and every column
// has each of them, and diagonal if its first diagonal has each of them too. It is turned first so that its smallest
// corner is the upper left one, as tables of such squares list them. -DSIDE=4 makes it larger.
#include <secateur.h>

#ifndef SIDE
#define SIDE 3
#endif

enum { LAST = SIDE - 1, ALL = (1 << SIDE) - 1 };
enum kind { NOT_A_SQUARE, ORDINARY, ROWS_ONLY, LATIN, DIAGONAL };

struct square {
    unsigned char cells[SIDE][SIDE];
};

static int corner(const struct square *square, int number) {
    static const int row[] = {0, 0, LAST, LAST}, column[] = {0, LAST, LAST, 0};
    return square->cells[row[number]][column[number]];
}

static int smaller_corner(const struct square *square, int a, int b) {
    if (corner(square, b) < corner(square, a))
        return b;
    return a;
}

static int smallest_corner(const struct square *square) {
    int upper = smaller_corner(square, 0, 1);
    int lower = smaller_corner(square, 2, 3);
    return smaller_corner(square, upper, lower);
}

static void turn(const struct square *from, struct square *to) {
    for (int row = 0; row < SIDE; row++) {
        for (int column = 0; column < SIDE; column++)
            to->cells[row][column] = from->cells[column][LAST - row];
    }
}

static void normalise(const struct square *square, struct square *result) {
    int turns = smallest_corner(square);
    *result = *square;
    for (int i = 0; i < turns; i++) {
        struct square before = *result;
        turn(&before, result);
    }
}

static int is_valid(const struct square *square) {
    for (int cell = 0; cell < SIDE * SIDE; cell++) {
        int number = square->cells[cell / SIDE][cell % SIDE];
        if (number < 1 || number > SIDE)
            return 0;
    }
    return 1;
}

// A bit for each number that occurs in a line.
static int numbers_in(const struct square *square, int row, int column, int down, int right) {
    int numbers = 0;
    for (int i = 0; i < SIDE; i++)
        numbers |= 1 << (square->cells[row + i * down][column + i * right] - 1);
    return numbers;
}

enum kind kind_of_square(const struct square *given) {
    struct square square;
    int rows = 0, columns = 0;
    if (!is_valid(given))
        return NOT_A_SQUARE;
    normalise(given, &square);
    for (int row = 0; row < SIDE; row++) {
        if (numbers_in(&square, row, 0, 0, 1) == ALL)
            rows++;
    }
    for (int column = 0; column < SIDE; column++) {
        if (numbers_in(&square, 0, column, 1, 0) == ALL)
            columns++;
    }
    if (rows < SIDE)
        return ORDINARY;
    if (columns < SIDE)
        return ROWS_ONLY;
    if (numbers_in(&square, 0, 0, 1, 1) == ALL)
        return DIAGONAL;
    return LATIN;
}

int main(void) {
    struct square square;
    secateur_symbolic(&square, sizeof square, "square");
    return kind_of_square(&square);
}
