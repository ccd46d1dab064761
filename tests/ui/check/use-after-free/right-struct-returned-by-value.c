// A struct that is returned by value is a copy, so it outlives the local it was made from.
struct point {
    int x, y, z, w, v;
};

static struct point make(int x)
{
    struct point point = {x, x + 1, x + 2, x + 3, x + 4};
    struct point *alias = &point;
    alias->v = 9;
    return point;
}

int main(void)
{
    struct point a = make(1);
    struct point b = make(10);
    return a.x != 1 || a.v != 9 || b.w != 13;
}
