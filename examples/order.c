/*
 * order.c - validates an order and computes its total in cents.
 *
 * Planted bug: order_total() accepts `count == MAX_ITEMS + 1` (`>` compares
 * with the wrong limit), so it reads one item behind the last.
 */
#include <stddef.h>
#include <string.h>

#define MAX_ITEMS 3

enum state { NEW, PAID, SHIPPED, CANCELLED };

enum { E_NULL = -1, E_STATE = -2, E_COUNT = -3, E_CUSTOMER = -4,
       E_ADDRESS = -5, E_ITEM = -6, E_DISCOUNT = -7 };

struct address {
	char country[3];
	unsigned zip;
};

struct customer {
	const char *name;
	struct address home;
	unsigned points;
};

struct item {
	unsigned id;
	unsigned price;		/* cents */
	unsigned quantity;
};

struct order {
	struct customer *customer;
	struct address ship_to;
	enum state state;
	unsigned gift : 1;
	unsigned express : 1;
	unsigned priority : 3;
	long (*discount)(const struct customer *c, long total);
	int count;
	struct item items[MAX_ITEMS];
};

static int valid_address(const struct address *a)
{
	if (a->country[0] < 'A' || a->country[0] > 'Z' ||
	    a->country[1] < 'A' || a->country[1] > 'Z' || a->country[2])
		return 0;
	if (strcmp(a->country, "DE") == 0)
		return a->zip >= 1000 && a->zip <= 99999;
	return a->zip != 0;
}

static long shipping(const struct order *o)
{
	long cost = strcmp(o->ship_to.country, "DE") == 0 ? 490 : 1490;

	if (o->express)
		cost *= 2;
	switch (o->priority) {
	case 0:  break;
	case 1:  cost += 100; break;
	case 7:  cost += 1000; break;
	default: cost += 50L * o->priority;
	}
	return cost;
}

/* The total of an order in cents, or a negative error. */
long order_total(const struct order *o)
{
	long total = 0, off;
	int i;

	if (!o)
		return E_NULL;
	if (o->state != NEW && o->state != PAID)
		return E_STATE;
	if (o->count < 1 || o->count > MAX_ITEMS + 1)	/* BUG: MAX_ITEMS */
		return E_COUNT;
	if (!o->customer || !o->customer->name || !o->customer->name[0])
		return E_CUSTOMER;
	if (!valid_address(&o->ship_to))
		return E_ADDRESS;
	for (i = 0; i < o->count; i++) {
		const struct item *it = &o->items[i];

		if (it->quantity == 0 || it->quantity > 100 ||
		    it->price > 1000000)
			return E_ITEM;
		total += (long)it->price * it->quantity;
	}
	if (o->discount) {
		off = o->discount(o->customer, total);
		if (off < 0 || off > total)
			return E_DISCOUNT;
		total -= off;
	} else if (o->customer->points >= 1000) {
		total -= total / 20;
	}
	if (o->gift)
		total += 250;
	if (total < 5000)
		total += shipping(o);
	return total;
}
