#include "words.h"
/* As if from a library that is installed: relative to another folder than this. */
static const signed char table[128] = {
#include "table.h"
};

int classify(int c)
{
	if (c < 0 || c > 127)
		return -1;
	return table[c] + SALT - 1;
}
