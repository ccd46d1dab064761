/* Makes initials of the names on the command line. There is room for the
 * letters, but not for the zero that ends the string: with three names it is
 * written one byte past the array, which usually goes unnoticed because the
 * compiler leaves a gap there.
 *
 *     secateur exec examples/off_by_one.c -- Ada Grace Barbara */

#include <stdio.h>

#define MAX_NAMES 3

static void make_initials(char *out, char **names, int count)
{
	int used = 0;
	for (int i = 0; i < count && used < MAX_NAMES; i++) out[used++] = names[i][0];
	out[used] = '\0';
}

int main(int argc, char **argv)
{
	char initials[MAX_NAMES];
	make_initials(initials, argv + 1, argc - 1);
	printf("%s\n", initials);
	return 0;
}
