//@ args: --function valid --non-null
//@ covered: 14
// Structures in structures, with padding between the fields.
struct date { char tag; int year; struct { unsigned char month, day; } in; };
int valid(const struct date *t) {
    static const unsigned char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (t->in.month < 1 || t->in.month > 12) return 0;
    int leap = (t->year % 4 == 0 && t->year % 100 != 0) || t->year % 400 == 0;
    int most = days[t->in.month - 1];
    if (t->in.month == 2 && leap) most++;
    return t->in.day >= 1 && t->in.day <= most;
}
