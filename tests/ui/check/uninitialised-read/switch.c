//@ args: --check all
//@ sanitizer: memory
// A switch runs on a message type that the parser did not set.
struct message {
    int length;
    int type;
};

static volatile int available = 4;

static void parse(struct message *message)
{
    message->length = available;
    if (available >= 8)
        message->type = 1;
}

int main(void)
{
    struct message message;
    parse(&message);
    switch (message.type) { //~ uninitialised-read
    case 1:
        return 1;
    case 2:
        return 2;
    default:
        return 0;
    }
}
