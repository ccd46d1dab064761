#include "config.h"
#include "words.h"
#include <stdio.h>
#ifdef HAVE_STRING_H
#include <string.h>
#endif
#ifdef HAVE_NOTHING
#error "configure found a header that does not exist"
#endif

int main(void)
{
	char text[4];
	memset(text, 0, sizeof text);
	size_t length = fread(text, 1, sizeof text, stdin);
	if (length == 0)
		return report(-2, 0);
	return report(classify(text[0]), sum(text, (unsigned)length));
}
