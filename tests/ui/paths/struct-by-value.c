//@ space: 2 bytes; 0-63 0-63
// Structs are passed, returned and assigned as copies.
#include <secateur.h>
struct point { short x, y; char tag[3]; };
static struct point swap(struct point p)
{
    short x = p.x;
    p.x = p.y;
    p.y = x;
    p.tag[0]++;
    return p;
}
int main(void)
{
    struct point p = {0, 0, "ab"};
    unsigned char in[2];
    secateur_symbolic(in, 2, "in");
    secateur_assume(in[0] < 64 && in[1] < 64);
    p.x = in[0];
    p.y = in[1];
    struct point q = swap(p), r;
    r = q;
    r.x += 10;
    if (q.x < p.x && p.tag[0] == 'a')
        return q.tag[0] == 'b' ? 1 : 2;
    if (r.x == 73)
        return 3;
    return r.y == p.y ? 4 : 0;
}
