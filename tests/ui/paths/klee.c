//@ space: 6 bytes; 0-31 0-31 0-4 0 0 0
// A harness written for KLEE: a whole object, assumptions, and a range.
#include <klee/klee.h>
int main(void)
{
    struct { unsigned char width, height; } box;
    klee_make_symbolic(&box, sizeof box, "box");
    klee_assume(box.width < 32);
    klee_assume((box.height < 32) & (box.height > 0));
    int scale = klee_range(1, 4, "scale");
    int area = box.width * box.height * scale;
    if (area == 390)
        return 1;
    if (area > 900)
        klee_assert(scale > 1);
    return area % 7 == 0 ? 2 : 0;
}
