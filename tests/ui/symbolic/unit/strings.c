//@ args: --function count --max-length 4
//@ covered: 8
// An array of strings, each of which may be null.
int count(const char *const *names, int n) {
    int found = 0;
    if (!names) return -1;
    for (int i = 0; i < n; i++)
        if (names[i] && names[i][0] == 'x') found++;
    return found;
}
