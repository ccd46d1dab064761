//@ args: --check all
// The area of a large image does not fit an int, although the result's type is long.
static long area(int width, int height)
{
    return width * height; //~ signed-overflow
}

int main(void)
{
    long sum = area(46340, 46340);
    sum += area(65536, 32768);
    return sum == 0;
}
