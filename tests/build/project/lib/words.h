#ifndef WORDS_H
#define WORDS_H
int classify(int c);
unsigned sum(const char *text, unsigned length);
int report(int class, unsigned total);
#endif
