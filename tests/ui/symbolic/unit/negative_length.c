//@ args: --function average --non-null --max-length 3
//@ paths: 4
//@ covered: 4
// A signed length may be negative, and the array is empty then.
int average(const int *values, int count) {
    long sum = 0;
    if (count < 0) return -1;
    for (int i = 0; i < count; i++) sum += values[i];
    return (int)(sum / count); //~ division-by-zero
}
