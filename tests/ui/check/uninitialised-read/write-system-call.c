//@ args: --check all
//@ sanitizer: memory
// A message whose last bytes were never set is sent out as a whole.
#define _POSIX_C_SOURCE 200809L
#include <string.h>
#include <unistd.h>

struct message {
    char text[8];
};

static void send_message(const struct message *message)
{
    ssize_t sent = write(1, message, sizeof *message); //~ uninitialised-read
    (void)sent;
}

int main(void)
{
    struct message message;
    memcpy(message.text, "hello\n", 6);
    send_message(&message);
    return 0;
}
