#if defined(__SANITIZE_ADDRESS__)
#define SECATEUR_ADDRESS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SECATEUR_ADDRESS 1
#endif
#endif
#ifdef SECATEUR_ADDRESS
void __asan_poison_memory_region(const volatile void *from, size_t size);
#endif

/* A block of the heap of just this size, so that sanitizers see what goes beyond it. */
static void *secateur_new(const void *from, size_t size)
{
    void *block = calloc(size, 1);
    if (!block && size) {
        fprintf(stderr, "no memory\n");
        exit(2);
    }
    if (size) memcpy(block, from, size);
#ifdef SECATEUR_ADDRESS
    /* One byte of an empty block would pass. */
    else __asan_poison_memory_region(block, 1);
#endif
    return block;
}
