// A hash table without buckets takes a remainder by zero.
static int buckets;

static int slot(int hash)
{
    return hash % buckets; //~ division-by-zero
}

int main(void)
{
    buckets = 16;
    int used = slot(35);
    buckets = 0;
    return used + slot(35);
}
