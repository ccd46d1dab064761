// The Mandelbrot and Julia sets in doubles, floats and fixed point give the same picture in their easy regions.
#include <stdint.h>
#include <stdio.h>

#define W 56
#define H 20

static int escape(double cx, double cy, int limit) {
    double x = 0, y = 0;
    int n = 0;
    while (n < limit && x * x + y * y <= 4) {
        double t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
        n++;
    }
    return n;
}

static int escape_float(float cx, float cy, int limit) {
    float x = 0, y = 0;
    int n = 0;
    while (n < limit && x * x + y * y <= 4) {
        float t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
        n++;
    }
    return n;
}

// Fixed point with 28 fraction bits needs 64-bit products.
static int escape_fixed(int64_t cx, int64_t cy, int limit) {
    int64_t x = 0, y = 0;
    int n = 0;
    while (n < limit) {
        int64_t xx = x * x >> 28, yy = y * y >> 28;
        if (xx + yy > (4LL << 28)) break;
        y = (x * y >> 27) + cy;
        x = xx - yy + cx;
        n++;
    }
    return n;
}

static int julia(double x, double y, int limit) {
    int n = 0;
    for (; n < limit && x * x + y * y <= 4; n++) {
        double t = x * x - y * y - 0.8;
        y = 2 * x * y + 0.156;
        x = t;
    }
    return n;
}

int main(void) {
    long sum = 0;
    int inside = 0, near = 0, fixed = 0;
    unsigned h = 0;
    for (int j = 0; j < H; j++) {
        for (int i = 0; i < W; i++) {
            double cx = -2.1 + i * (3.0 / W), cy = -1.2 + j * (2.4 / H);
            int n = escape(cx, cy, 60);
            putchar(" .,:;-=+*#%@"[n * 11 / 60]);
            inside += n == 60;
            sum += n;
            h = h * 31 + (unsigned)n;
            near += escape_float((float)cx, (float)cy, 60) == n;
            fixed += escape_fixed((int64_t)(cx * (1 << 28)), (int64_t)(cy * (1 << 28)), 60) == n;
        }
        putchar('\n');
    }
    printf("%d %ld %08x\n", inside, sum, h);
    printf("%d %d\n", near > W * H * 9 / 10, fixed > W * H * 9 / 10);
    for (int j = 0; j < 12; j++) {
        for (int i = 0; i < 40; i++) {
            int n = julia(-1.6 + i * 0.08, -1 + j * (2.0 / 11), 40);
            putchar(n == 40 ? '@' : "0123456789"[n % 10]);
            h = h * 33 + (unsigned)n;
        }
        putchar('\n');
    }
    printf("%08x\n", h);
    return (int)(h % 256);
}
