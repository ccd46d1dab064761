// Functions of the program whose names merely resemble the error functions are ordinary functions.
static int errors;

static void reach_error_handler(void)
{
    errors++;
}

static void verifier_error(void)
{
    errors += 2;
}

int main(void)
{
    reach_error_handler();
    verifier_error();
    return errors != 3;
}
