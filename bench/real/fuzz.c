/* libFuzzer's entry: a library's harness on what the fuzzer comes up with. */
#include <stddef.h>
#include <stdint.h>

#ifndef N
#error "define N, the largest number of bytes"
#endif

int harness(const unsigned char *data, unsigned size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size <= N)
        harness(data, (unsigned)size);
    return 0;
}
