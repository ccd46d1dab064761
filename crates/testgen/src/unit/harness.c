/* The part of every unit harness that is the same: makes values of inputs, as
 * the tables say that stand in front of it, calls the function under test, and
 * tells what it returned and left behind. decode.rs reads tests back by the
 * same tables: what is asked for here, and in which order, must be the same there.
 *
 * It is compiled with the user's flags, so it is C89 and includes nothing. */

extern void *malloc(size);
extern void *calloc(size, size);
extern void *memcpy(void *, const void *, size);
extern void secateur_symbolic(void *, size, const char *);
extern void secateur_assume(size);
extern int __secateur_wants_results(void);
extern int __secateur_peek(void *, const void *, size);
extern void __secateur_result(const void *, size, const char *);
extern void __asan_poison_memory_region(const volatile void *, size) __attribute__((__weak__));

/* --- names ------------------------------------------------------------------ */

static char name[1024];
static size name_length;

static void add_text(const char *text)
{
	while (*text && name_length + 1 < sizeof name) name[name_length++] = *text++;
	name[name_length] = 0;
}

static void add_index(unsigned index)
{
	char digits[16];
	unsigned n = sizeof digits;
	digits[--n] = 0;
	do digits[--n] = (char)('0' + index % 10); while (index /= 10);
	add_text("[");
	add_text(digits + n);
	add_text("]");
}

/* Back to what it was. */
static void cut_name(size length)
{
	name_length = length;
	name[length] = 0;
}

/* A question about the value that is named now. */
static unsigned ask(const char *what, unsigned most)
{
	byte answer;
	unsigned i;
	size before = name_length;
	add_text(what);
	secateur_symbolic(&answer, 1, name);
	cut_name(before);
	secateur_assume(answer <= most);
	/* Each answer is a path of its own. */
	for (i = 0; i < most; i++)
		if (answer == i) break;
	return i;
}

/* --- values ----------------------------------------------------------------- */

/* Objects that were made, to know them when the function is done. */
struct object {
	byte *at;
	unsigned count;
};
static struct object objects[256];
static unsigned object_count;

static long long number(const byte *p, unsigned bytes, int is_signed)
{
	switch (bytes) {
	case 1: return is_signed ? (long long)*(const signed char *)p : (long long)*p;
	case 2: return is_signed ? (long long)*(const short *)p : (long long)*(const unsigned short *)p;
	case 4: return is_signed ? (long long)*(const int *)p : (long long)*(const unsigned *)p;
	default: return *(const long long *)p;
	}
}

static void make(int, byte *, byte *, const struct field *, unsigned, unsigned);

/* A length beside an array: at most the bound. A negative one stands for an empty array. */
static void make_length(const struct node *node, byte *p, unsigned most)
{
	long long value;
	if (node->count && most > 1) most /= 2;
	secateur_symbolic(p, node->size, name);
	value = number(p, node->size, node->flag);
	secateur_assume(node->flag ? value <= (long long)most : (unsigned long long)value <= most);
}

static unsigned length_beside(const struct field *list, int index, const byte *base, unsigned most)
{
	const struct field *field = &list[index];
	const struct node *node = &nodes[field->node];
	long long value = number(base + field->offset, node->size, node->flag);
	unsigned i;
	for (i = 0; i < most; i++)
		if (value <= (long long)i) break;
	return i;
}

static byte *allocate(size bytes, unsigned count)
{
	byte *p = bytes ? calloc(bytes, 1) : malloc(0);
	/* AddressSanitizer lets one byte of an empty block pass. */
	if (!bytes && __asan_poison_memory_region) __asan_poison_memory_region(p, 1);
	if (object_count < sizeof objects / sizeof objects[0]) {
		objects[object_count].at = p;
		objects[object_count++].count = count;
	}
	return p;
}

static void make_elements(const struct node *of, int index, byte *p, unsigned count, int single, unsigned depth, unsigned most)
{
	unsigned i;
	size before = name_length;
	if (of->kind == SCALAR) {
		secateur_symbolic(p, (size)of->size * count, name);
		return;
	}
	for (i = 0; i < count; i++) {
		if (!single) add_index(i);
		else if (of->kind == STRUCT) add_text("-");
		make(index, p + (size)of->size * i, p, 0, depth, most);
		cut_name(before);
	}
}

static void make_pointer(const struct node *node, byte *p, byte *base, const struct field *list, unsigned depth, unsigned most)
{
	const struct node *of = &nodes[node->child];
	unsigned count, i;
	byte *object;
	if (node->deep && depth >= POINTER_DEPTH) return;
	if (node->flag && ask(".null", 1)) return;
	if (of->pointers && node->shape != FIXED && most > 1) most /= 2;
	switch (node->shape) {
	case FIXED: count = node->count; break;
	case SIBLING: count = length_beside(list, (int)node->count, base, most); break;
	default: count = ask(".length", most); break;
	}
	if (node->shape == STRING) {
		object = allocate((size)count + 1, count + 1);
		if (count) secateur_symbolic(object, count, name);
		for (i = 0; i < count; i++) secateur_assume(object[i] != 0);
	} else {
		object = allocate((size)of->size * count, count);
		make_elements(of, node->child, object, count, node->shape == FIXED && count == 1, depth + (node->deep != 0), most);
	}
	memcpy(p, &object, sizeof object);
}

static void make_bits(const struct field *field, byte *p)
{
	byte value[8];
	unsigned i, at, bytes = (field->bits + 7) / 8;
	secateur_symbolic(value, bytes, name);
	for (i = 0; i < field->bits; i++) {
		at = field->bit + i;
		p[at / 8] |= (byte)((value[i / 8] >> i % 8 & 1) << at % 8);
	}
}

static void make_fields(const struct node *node, byte *p, unsigned depth, unsigned most)
{
	const struct field *list = &fields[node->child];
	unsigned i;
	size before;
	/* Behind a pointer the name ends with the first half of an arrow. */
	int arrow = name_length && name[name_length - 1] == '-';
	for (i = 0; i < node->count; i++) {
		const struct field *field = &list[order[node->child + (int)i]];
		before = name_length;
		if (arrow) add_text(">");
		else if (name_length && *field->name) add_text(".");
		if (arrow && !*field->name) cut_name(before);
		add_text(field->name);
		if (field->bits) make_bits(field, p + field->offset);
		else make(field->node, p + field->offset, p, list, depth, most);
		cut_name(before);
	}
}

static void make(int index, byte *p, byte *base, const struct field *list, unsigned depth, unsigned most)
{
	const struct node *node = &nodes[index];
	switch (node->kind) {
	case SCALAR:
		if (node->size) secateur_symbolic(p, node->size, name);
		break;
	case BOOL:
		secateur_symbolic(p, 1, name);
		secateur_assume(*p <= 1);
		break;
	case LENGTH:
		make_length(node, p, most);
		break;
	case LONG_DOUBLE: {
		double narrow;
		long double wide;
		secateur_symbolic(&narrow, sizeof narrow, name);
		wide = narrow;
		memcpy(p, &wide, 10);
		break;
	}
	case STRUCT:
		make_fields(node, p, depth, most);
		break;
	case ARRAY:
		if (node->count) make_elements(&nodes[node->child], node->child, p, node->count, 0, depth, most);
		break;
	case POINTER:
		make_pointer(node, p, base, list, depth, most);
		break;
	case STUB:
		if (!node->flag || !ask(".null", 1)) memcpy(p, &__secateur_unit_stubs[node->count], sizeof(void *));
		break;
	default:
		break;
	}
}

static void clear(byte *p, size n)
{
	while (n) p[--n] = 0;
}

/* What a stub returns: a new value for some calls, then the last one again. */
void __secateur_unit_stub(int which, void *result)
{
	static unsigned calls[STUBS + 1];
	static byte *last[STUBS + 1];
	const struct stub *stub = &stubs[which];
	unsigned bytes = nodes[stub->node].size, i;
	if (calls[which] < STUB_CALLS) {
		calls[which]++;
		last[which] = calloc(bytes, 1);
		cut_name(0);
		add_text(stub->label);
		make(stub->node, last[which], last[which], 0, 0, MAX_LENGTH);
	}
	for (i = 0; i < bytes; i++) ((byte *)result)[i] = last[which][i];
}
