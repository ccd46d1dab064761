//@ args: --function depth --pointer-depth 2
//@ paths: 5
// Trees of up to two levels: five shapes.
struct tree { struct tree *left, *right; };
int depth(const struct tree *t) {
    if (!t) return 0;
    int l = depth(t->left), r = depth(t->right);
    return 1 + (l > r ? l : r);
}
