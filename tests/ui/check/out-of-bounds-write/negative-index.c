// Popping from an empty stack makes its height negative, and the next push writes before the local array.
struct stack {
    int *cells;
    int height;
};

static int pop(struct stack *stack)
{
    stack->height--;
    return stack->height >= 0 ? stack->cells[stack->height] : 0;
}

static void push(struct stack *stack, int value)
{
    stack->cells[stack->height++] = value; //~ out-of-bounds-write
}

int main(void)
{
    int cells[8];
    struct stack stack = {cells, 0};
    push(&stack, 1);
    pop(&stack);
    pop(&stack);
    push(&stack, 2);
    return 0;
}
