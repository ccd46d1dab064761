/* Settings, one a line: a short key, "=", and a short value, which may stand in quotes. */

enum { KEY = 4, VALUE = 4 };

struct setting {
	char key[KEY];
	char value[VALUE];
};

/* Reads a line. Returns 1 for a setting, 0 for an empty line or a comment, and -1 for anything else. */
int parse_line(const char *line, struct setting *setting);
