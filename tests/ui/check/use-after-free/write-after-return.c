// A callback writes into a local variable of a function that has already returned.
struct request {
    int *answer;
};

static void prepare(struct request *request)
{
    int answer = 0;
    request->answer = &answer;
}

static void complete(const struct request *request, int value)
{
    *request->answer = value; //~ use-after-free
}

int main(void)
{
    struct request request;
    prepare(&request);
    complete(&request, 42);
    return 0;
}
