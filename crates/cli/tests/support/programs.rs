//! Small programs for the tests of `secateur test`, each with what is known of it.

/// Three paths end well and one does not: `values[3]` and beyond is out of bounds, on line 7. Three of them
/// cover a branch of their own.
pub const ONE_BUG: &str = r#"#include <secateur.h>
int main(void) {
  unsigned char in[2];
  int values[3] = {1, 2, 3};
  secateur_symbolic(in, 2, "in");
  if (in[0] == 'x') return 3;
  if (in[0] < 10) return values[in[0]];
  return in[1] > 9;
}
"#;

/// Two paths, no bug.
pub const RIGHT: &str = r#"#include <secateur.h>
int main(void) {
  unsigned char c;
  secateur_symbolic(&c, 1, "c");
  if (c == 'x') return 3;
  return 0;
}
"#;

/// 2^16 paths.
pub const MANY: &str = r#"#include <secateur.h>
int main(void) {
  unsigned char in[16];
  int n = 0;
  secateur_symbolic(in, sizeof in, "in");
  for (int i = 0; i < 16; i++)
    if (in[i] & 1) n++;
  return n;
}
"#;

/// 2^16 paths that sleep, for which the virtual machine does not wait. So there are soon more tests than can
/// be replayed. A native run makes the file `MARK`, which the virtual machine does not.
pub const SLEEPER: &str = r#"#include <secateur.h>
#include <fcntl.h>
#include <unistd.h>
int main(void) {
  unsigned char in[16];
  int n = 0;
  secateur_symbolic(in, sizeof in, "in");
  for (int i = 0; i < 16; i++)
    if (in[i] & 1) n++;
  close(open(MARK, O_CREAT | O_WRONLY, 0600));
  usleep(200000);
  return n;
}
"#;

/// As many paths as one waits for.
pub const ENDLESS: &str = r#"#include <secateur.h>
int main(void) {
  unsigned char c;
  for (int n = 0;; n++) {
    secateur_symbolic(&c, 1, "c");
    if (c == 0) return n & 1;
  }
}
"#;

/// One path ends, the other runs on without a decision.
pub const LOOP: &str = r#"#include <secateur.h>
int main(void) {
  unsigned char c;
  volatile int n = 0;
  secateur_symbolic(&c, 1, "c");
  if (c == 5) return 1;
  for (;;) n++;
}
"#;

/// Whether a number of 64 bits has a divisor: a thousand times, so that giving up on some does not end it.
pub const HARD: &str = r#"#include <secateur.h>
int main(void) {
  unsigned long x, y;
  secateur_symbolic(&x, sizeof x, "x");
  secateur_symbolic(&y, sizeof y, "y");
  if (x < 2 || y < 2) return 1;
  if (x > 0xffffffff || y > 0xffffffff) return 2;
  for (unsigned long i = 0; i < 1000; i++)
    if (x * y == 10967535067000000007ul + 2 * i) return 3;
  return 0;
}
"#;

/// Each of 4,000 branches is met with another content of 64 KiB.
pub const LARGE: &str = r#"#include <secateur.h>
static unsigned char in[4000];
static char buffer[65536];
int main(void) {
  int n = 0;
  secateur_symbolic(in, sizeof in, "in");
  for (int i = 0; i < 4000; i++) {
    for (int j = 0; j < 65536; j += 512) buffer[j] = (char)(i + j);
    if (in[i] == 7) n++;
  }
  return n & 1;
}
"#;

/// Needs bits of several bytes at once: sums, products and comparisons.
pub const ARITHMETIC: &str = r#"#include <secateur.h>
int main(void) {
  unsigned a, b;
  secateur_symbolic(&a, sizeof a, "a");
  secateur_symbolic(&b, sizeof b, "b");
  if (a * b == 1000003 && a > 1 && b > a) return 1;
  if (a + b == 77 && (a ^ b) == 13) return 2;
  if (a / 7 == 12345 && b % 1000 == 999) return 3;
  return 0;
}
"#;

/// Reads standard input, and branches on its length and on what is in it.
pub const READER: &str = r#"#include <stdio.h>
int main(void) {
  int c = getchar(), sum = 0;
  if (c == EOF) return 10;
  if (c == '+') sum = 20;
  for (c = getchar(); c != EOF; c = getchar()) {
    if (c < '0' || c > '9') return sum + 1;
    sum++;
  }
  return sum;
}
"#;

/// The C library decides, too.
pub const WORDS: &str = r#"#include <secateur.h>
#include <string.h>
int main(void) {
  char word[5];
  secateur_symbolic(word, sizeof word, "word");
  word[4] = 0;
  if (strcmp(word, "on") == 0) return 1;
  if (strcmp(word, "off") == 0) return 2;
  if (strchr(word, '=')) return 3;
  return (int)strlen(word) + 10;
}
"#;
