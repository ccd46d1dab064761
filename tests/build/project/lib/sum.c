#include "words.h"

unsigned sum(const char *text, unsigned length)
{
	unsigned total = SALT;
	for (unsigned i = 0; i < length; i++)
		total += (unsigned char)text[i];
	return total;
}
