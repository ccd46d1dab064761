//@ args: --sym-file data 3
// A length in the first byte of a file is trusted, and is wrong.
#include <fcntl.h>
#include <unistd.h>
int main(void)
{
    unsigned char data[3] = {0};
    int file = open("data", O_RDONLY);
    if (file < 0 || read(file, data, 3) != 3)
        return 1;
    if (data[0] > 3)
        return 2;
    int sum = 0;
    for (int i = 0; i <= data[0]; i++)
        sum += data[i]; //~ out-of-bounds-read
    return sum > 100;
}
