// The kind of a triangle by its sides and by its largest angle, and whether it fits on a sheet of paper. Sides of any
// order are taken.
#include <secateur.h>

enum kind { NOT_A_TRIANGLE, EQUILATERAL, ISOSCELES, SCALENE };
enum angle { ACUTE = 0, RIGHT = 10, OBTUSE = 20 };
enum { LONGEST = 200, SHEET = 120, TOO_LARGE = 100 };

struct sides {
    unsigned char a, b, c;
};

static void exchange(int *a, int *b) {
    int kept = *a;
    *a = *b;
    *b = kept;
}

static void order(int *small, int *large) {
    if (*small > *large)
        exchange(small, large);
}

static void sort(int *a, int *b, int *c) {
    order(a, b);
    order(b, c);
    order(a, b);
}

static int is_length(int side) {
    if (side == 0)
        return 0;
    if (side > LONGEST)
        return 0;
    return 1;
}

static enum kind by_sides(int a, int b, int c) {
    if (a == b) {
        if (b == c)
            return EQUILATERAL;
        return ISOSCELES;
    }
    if (b == c)
        return ISOSCELES;
    return SCALENE;
}

static enum angle by_angle(int a, int b, int c) {
    int difference = a * a + b * b - c * c;
    if (difference > 0)
        return ACUTE;
    if (difference < 0)
        return OBTUSE;
    return RIGHT;
}

int triangle(const struct sides *sides) {
    int a = sides->a, b = sides->b, c = sides->c;
    if (!is_length(a) || !is_length(b) || !is_length(c))
        return NOT_A_TRIANGLE;
    sort(&a, &b, &c);
    if (a + b <= c)
        return NOT_A_TRIANGLE;
    enum kind kind = by_sides(a, b, c);
    if (kind == EQUILATERAL)
        return EQUILATERAL;
    int result = (int)kind + (int)by_angle(a, b, c);
    if (c > SHEET)
        result += TOO_LARGE;
    return result;
}

int main(void) {
    struct sides sides;
    secateur_symbolic(&sides, sizeof sides, "sides");
    return triangle(&sides);
}
