// Walking through a long string in small steps takes time in proportion to its length.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TOKENS 60000

int main(void) {
    char *text = malloc(TOKENS * 6 + 1), *end = text;
    for (int i = 0; i < TOKENS; i++) end += sprintf(end, "%d%c", i % 997, i % 3 ? ' ' : ';');
    unsigned long sum = 0;
    for (char *p = text, *stop; *p; p = *stop ? stop + 1 : stop) sum = sum * 31 + (unsigned long)strtol(p, &stop, 10);
    printf("%lu\n", sum);
    size_t spans = 0;
    for (char *p = text; *p; p += strspn(p, " ;")) {
        size_t n = strcspn(p, " ;");
        spans = spans * 7 + n;
        p += n;
    }
    printf("%zu\n", spans);
    unsigned count = 0;
    for (char *token = strtok(text, ";"); token; token = strtok(NULL, ";")) count += (unsigned)strlen(token);
    printf("%u\n", count);
    free(text);
    return 0;
}
