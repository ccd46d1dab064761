// Sorting 6 ints: a path for each order, 6! = 720. Ints that are equal take a path of unequal ones.
#include <secateur.h>

enum { COUNT = 6 };

int main(void) {
    int numbers[COUNT];
    secateur_symbolic(numbers, sizeof numbers, "numbers");
    for (int end = COUNT - 1; end > 0; end--) {
        for (int i = 0; i < end; i++) {
            if (numbers[i] > numbers[i + 1]) {
                int larger = numbers[i];
                numbers[i] = numbers[i + 1];
                numbers[i + 1] = larger;
            }
        }
    }
    for (int i = 1; i < COUNT; i++)
        secateur_assert(numbers[i - 1] <= numbers[i]);
    return 0;
}
