//@ args: one -v -o out.txt --level=7 two --verbose --name joe -x -abc --lev 9 --bogus three -- -v last
// getopt and getopt_long permute, abbreviate and report options as they are documented.
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int flag_value;

static void plain(int argc, char **argv) {
    optind = 1;
    opterr = 0;
    int c;
    while ((c = getopt(argc, argv, "ab:c")) != -1) {
        if (c == '?') printf("?%c ", optopt);
        else if (c == 'b') printf("b=%s ", optarg);
        else printf("%c ", c);
    }
    printf("| optind %d", optind);
    for (int i = optind; i < argc; i++) printf(" %s", argv[i]);
    printf("\n");
}

static void colon(int argc, char **argv) {
    optind = 1;
    int c;
    while ((c = getopt(argc, argv, ":f:q")) != -1) printf("%c%c ", c, c == ':' || c == '?' ? optopt : '.');
    printf("| %d\n", optind);
}

int main(int argc, char **argv) {
    static const struct option longs[] = {
        {"verbose", no_argument, &flag_value, 5}, {"level", required_argument, NULL, 'l'}, {"name", required_argument, NULL, 'n'},
        {"maybe", optional_argument, NULL, 'm'}, {NULL, 0, NULL, 0}};
    int c, index = -1, bad = 0, level = 0, verbose = 0;
    opterr = 0;
    while ((c = getopt_long(argc, argv, "vo:abc::", longs, &index)) != -1) {
        switch (c) {
        case 0: printf("long %s\n", longs[index].name); break;
        case 'v': verbose++; break;
        case 'o': printf("output %s\n", optarg); break;
        case 'l': level = level * 10 + atoi(optarg); break;
        case 'n': printf("name %s\n", optarg); break;
        case 'c': printf("c with %s\n", optarg ? optarg : "nothing"); break;
        case 'a': case 'b': printf("short %c\n", c); break;
        case '?': bad++; printf("unknown at %d\n", optind); break;
        default: printf("other %d\n", c);
        }
    }
    printf("verbose %d level %d flag %d bad %d\n", verbose, level, flag_value, bad);
    // The operands were moved behind the options, in their order.
    for (int i = optind; i < argc; i++) printf("operand %s\n", argv[i]);
    printf("%d of %d, last is null: %d\n", optind, argc, argv[argc] == NULL);

    char *v1[] = {"prog", "-a", "-bvalue", "-c", "rest", "-a", NULL};
    plain(6, v1);
    char *v2[] = {"prog", "-acb", "sep", "-z", "--", "-a", NULL};
    plain(6, v2);
    char *v3[] = {"prog", "-", "-a", NULL};
    plain(3, v3);
    char *v4[] = {"prog", "-q", "-x", "-f", NULL};
    colon(4, v4);

    char sub[] = "ro,size=10,bogus,rw", *p = sub, *value;
    char *const tokens[] = {"ro", "rw", "size", NULL};
    while (*p) {
        int k = getsubopt(&p, tokens, &value);
        printf("%d=%s ", k, value ? value : "-");
    }
    printf("\n");
    int m = 0;
    char *v5[] = {"prog", "--maybe=yes", "--maybe", "no", "-name", "x", NULL};
    optind = 1;
    while ((c = getopt_long_only(6, v5, "", longs, NULL)) != -1) {
        m = m * 3 + (optarg ? (int)strlen(optarg) : 0);
        printf("%c:%s ", c, optarg ? optarg : "-");
    }
    printf("\n");
    return level + bad * 10 + m;
}
