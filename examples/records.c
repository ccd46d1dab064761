/* Reads records from standard input, each a type, a length and as many bytes as the length says, and prints
 * them. Records end with a record of type 'E'.
 *
 * Two lengths are checked, but one check is wrong. Ordinary input does not show it: the record has to be
 * a name, of exactly the length that the check should have refused, and complete.
 *
 *     secateur test --sym-stdin 8 examples/records.c */

#include <stdio.h>

#define NAME_SIZE 4

/* The name of the sender, as a string. Returns -1 if it is too long. */
static int read_name(char *name, const unsigned char *bytes, int length)
{
	if (length > NAME_SIZE) return -1;
	for (int i = 0; i < length; i++) name[i] = bytes[i];
	name[length] = '\0';
	return 0;
}

/* A number of one or two bytes. Returns -1 if it has another size. */
static int read_number(const unsigned char *bytes, int length)
{
	if (length == 1) return bytes[0];
	if (length == 2) return bytes[0] << 8 | bytes[1];
	return -1;
}

int main(void)
{
	unsigned char input[64];
	char name[NAME_SIZE] = "";
	int number = 0;
	int size = (int)fread(input, 1, sizeof input, stdin);

	for (int at = 0; at + 2 <= size && input[at] != 'E';) {
		int type = input[at], length = input[at + 1];
		at += 2;
		if (length > size - at) {
			fprintf(stderr, "the record at %d is incomplete\n", at - 2);
			return 1;
		}
		if (type == 'N' && read_name(name, input + at, length) < 0) return 1;
		if (type == '#' && (number = read_number(input + at, length)) < 0) return 1;
		at += length;
	}
	printf("%s: %d\n", name, number);
	return 0;
}
