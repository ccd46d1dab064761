// Reading a member of a heap object after it was freed is an error, even when nothing was allocated since.
#include <stdio.h>
#include <stdlib.h>

struct account {
    int id;
    int balance;
};

int main(void)
{
    struct account *account = malloc(sizeof *account);
    if (!account)
        return 0;
    account->id = 1;
    account->balance = 100;
    free(account);
    int balance = account->balance; //~ use-after-free
    printf("%d\n", balance);
    return 0;
}
