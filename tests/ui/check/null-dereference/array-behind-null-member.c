// An index into an array that was never allocated makes an address that is near null, but not null.
#include <stddef.h>

struct matrix {
    int rows, columns;
    double *cells;
};

static double cell(const struct matrix *matrix, int row, int column)
{
    return matrix->cells[row * matrix->columns + column]; //~ null-dereference
}

int main(void)
{
    struct matrix matrix = {4, 4, NULL};
    return cell(&matrix, 3, 2) > 0;
}
