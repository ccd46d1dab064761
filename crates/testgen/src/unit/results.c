
/* --- results ---------------------------------------------------------------- */

/* Each is an expression of C and its value. The function may have freed what
 * its arguments pointed at, so nothing is read without asking. */

enum { MOST_RESULTS = 64, MOST_STEPS = 6, MOST_CHARACTERS = 24, EXPRESSION = 256 };

static unsigned told;

static void tell_value(int, const byte *, const char *, unsigned, int);

static void tell_scalar(const void *p, size bytes, const char *expression)
{
	if (told < MOST_RESULTS) __secateur_result(p, bytes, expression);
	told++;
}

static void join(char *to, const char *first, const char *second, const char *third)
{
	const char *parts[3];
	unsigned i, n = 0;
	parts[0] = first, parts[1] = second, parts[2] = third;
	for (i = 0; i < 3; i++)
		while (*parts[i] && n + 1 < EXPRESSION) to[n++] = *parts[i]++;
	to[n] = 0;
}

static void join_index(char *to, const char *first, unsigned index)
{
	char digits[16];
	unsigned n = sizeof digits;
	digits[--n] = 0;
	digits[--n] = ']';
	do digits[--n] = (char)('0' + index % 10); while (index /= 10);
	join(to, first, "[", digits + n);
}

/* Which NaN an operation gives is not determined, so all are told as one. */
static void one_nan(byte *bytes, unsigned n)
{
	static const float nan_f = __builtin_nanf("");
	static const double nan_d = __builtin_nan("");
	static const long double nan_l = __builtin_nanl("");
	float f;
	double d;
	long double l;
	if (n == sizeof f) {
		memcpy(&f, bytes, n);
		if (f != f) memcpy(bytes, &nan_f, n);
	} else if (n == sizeof d) {
		memcpy(&d, bytes, n);
		if (d != d) memcpy(bytes, &nan_d, n);
	} else {
		memcpy(&l, bytes, n);
		if (l != l) memcpy(bytes, &nan_l, n);
	}
}

static void tell_bits(const struct field *field, const byte *p, const char *expression)
{
	byte bytes[16];
	long long value = 0;
	unsigned i, at, last = (field->bit + field->bits - 1) / 8;
	if (last >= sizeof bytes || !__secateur_peek(bytes, p, last + 1)) return;
	for (i = 0; i < field->bits; i++) {
		at = field->bit + i;
		if (bytes[at / 8] >> at % 8 & 1) value |= 1LL << i;
	}
	if (field->sign && field->bits < 64 && value >> (field->bits - 1) & 1) value |= -1LL << field->bits;
	tell_scalar(&value, nodes[field->node].size, expression);
}

static void tell_fields(const struct node *node, const byte *p, const char *expression, const char *dot, unsigned steps, int all)
{
	unsigned i;
	char inner[EXPRESSION];
	for (i = 0; i < node->count; i++) {
		const struct field *field = &fields[node->child + (int)i];
		const struct node *of = &nodes[field->node];
		if (!*field->name && of->kind == STRUCT) {
			tell_fields(of, p + field->offset, expression, dot, steps, all);
			continue;
		}
		join(inner, expression, dot, field->name);
		if (field->bits) tell_bits(field, p + field->offset, inner);
		else tell_value(field->node, p + field->offset, inner, steps, all);
	}
}

/* How many elements stand behind a pointer, as far as that is known. */
static unsigned elements_at(const struct node *node, const byte *object)
{
	unsigned i;
	byte c;
	for (i = 0; i < object_count; i++)
		if (objects[i].at == object) return objects[i].count;
	if (node->shape == FIXED) return node->count == 1;
	if (node->shape != STRING) return 0;
	for (i = 0; i < MOST_CHARACTERS && __secateur_peek(&c, object + i, 1); i++)
		if (!c) return i + 1;
	return i;
}

static void tell_pointer(const struct node *node, const byte *p, const char *expression, unsigned steps, int all)
{
	const struct node *of = &nodes[node->child];
	const byte *object;
	char inner[EXPRESSION];
	unsigned count, i;
	int is_null;
	if (!__secateur_peek(&object, p, sizeof object)) return;
	is_null = !object;
	join(inner, expression, " == NULL", "");
	tell_scalar(&is_null, sizeof is_null, inner);
	if (is_null || !steps || (node->constant && !all)) return;
	count = elements_at(node, object);
	if (count == 1 && node->shape == FIXED) {
		if (of->kind == STRUCT) {
			tell_fields(of, object, expression, "->", steps - 1, all);
			return;
		}
		join(inner, of->kind == SCALAR ? "*" : "(*", expression, of->kind == SCALAR ? "" : ")");
		tell_value(node->child, object, inner, steps - 1, all);
		return;
	}
	for (i = 0; i < count && told < MOST_RESULTS; i++) {
		join_index(inner, expression, i);
		tell_value(node->child, object + (size)of->size * i, inner, steps - 1, all);
	}
}

static void tell_value(int index, const byte *p, const char *expression, unsigned steps, int all)
{
	const struct node *node = &nodes[index];
	byte bytes[16];
	char inner[EXPRESSION];
	unsigned i, n;
	if (told >= MOST_RESULTS) return;
	switch (node->kind) {
	case SCALAR: case BOOL: case LENGTH: case LONG_DOUBLE:
		n = node->kind == LONG_DOUBLE ? 10 : node->size;
		/* Bytes that are no number, such as a union's, have no expression. */
		if (node->constant || n > sizeof bytes || !__secateur_peek(bytes, p, n)) return;
		if (node->kind == LONG_DOUBLE || (node->kind == SCALAR && node->flag)) one_nan(bytes, n);
		tell_scalar(bytes, n, expression);
		return;
	case STRUCT:
		tell_fields(node, p, expression, ".", steps, all);
		return;
	case ARRAY:
		for (i = 0; i < node->count && told < MOST_RESULTS; i++) {
			join_index(inner, expression, i);
			tell_value(node->child, p + (size)nodes[node->child].size * i, inner, steps, all);
		}
		return;
	case POINTER:
		tell_pointer(node, p, expression, steps, all);
		return;
	case STUB:
		return;
	default:
		if (node->flag && __secateur_peek(&p, p, sizeof p)) {
			int is_null = !p;
			join(inner, expression, " == NULL", "");
			tell_scalar(&is_null, sizeof is_null, inner);
		}
	}
}

/* A returned pointer that leads into an argument's object is told as a distance. */
static int tell_distance(const struct node *node, const byte *p, const char *expression, const struct node *params, const byte *args)
{
	unsigned i, j;
	const byte *found, *object;
	char inner[EXPRESSION];
	long long distance;
	if (node->kind != POINTER || !__secateur_peek(&found, p, sizeof found)) return 0;
	for (i = 0; i < params->count; i++) {
		const struct field *field = &fields[params->child + (int)i];
		const struct node *other = &nodes[field->node];
		if (other->kind != POINTER || other->child != node->child) continue;
		object = *(const byte *const *)(args + field->offset);
		for (j = 0; object && j < object_count; j++) {
			size bytes = (size)objects[j].count * nodes[node->child].size;
			if (objects[j].at != object || found < object || found > object + bytes) continue;
			distance = (found - object) / (long long)(nodes[node->child].size ? nodes[node->child].size : 1);
			join(inner, expression, " - ", field->name);
			tell_scalar(&distance, sizeof distance, inner);
			return 1;
		}
	}
	return 0;
}

static void tell(int ret, const byte *result, const char *result_name, int params, const byte *args)
{
	const struct node *list = &nodes[params];
	unsigned i;
	if (ret >= 0 && !tell_distance(&nodes[ret], result, result_name, list, args))
		tell_value(ret, result, result_name, MOST_STEPS, 1);
	for (i = 0; i < list->count; i++) {
		const struct field *field = &fields[list->child + (int)i];
		const struct node *node = &nodes[field->node];
		/* Arguments themselves cannot be changed, what they point at can. */
		if (node->kind == POINTER && !node->constant && *(const byte *const *)(args + field->offset))
			tell_pointer(node, args + field->offset, field->name, MOST_STEPS, 0);
	}
}
