/* date.c - parses and checks dates of the form YYYY-MM-DD. */
#include <ctype.h>
#include <stddef.h>

struct date {
	int year, month, day;
};

enum date_status {
	DATE_OK,
	DATE_BAD_FORMAT,
	DATE_BAD_YEAR,
	DATE_BAD_MONTH,
	DATE_BAD_DAY
};

int is_leap(int year)
{
	if (year % 4 != 0)
		return 0;
	if (year % 100 != 0)
		return 1;
	return year % 400 == 0;
}

int days_in_month(int year, int month)
{
	static const int days[12] = {
		31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31
	};

	if (month == 2 && is_leap(year))
		return 29;
	return days[month - 1];
}

/* Reads exactly `count` digits; returns -1 if one is missing. */
static int digits(const char *s, int count)
{
	int value = 0;

	for (int i = 0; i < count; i++) {
		if (!isdigit((unsigned char)s[i]))
			return -1;
		value = value * 10 + (s[i] - '0');
	}
	return value;
}

/* Parses `text`; fills `out` (which may be NULL) if the date exists. */
enum date_status date_parse(const char *text, struct date *out)
{
	int year, month, day;

	if (text == NULL)
		return DATE_BAD_FORMAT;
	year = digits(text, 4);
	if (year < 0 || text[4] != '-')
		return DATE_BAD_FORMAT;
	month = digits(text + 5, 2);
	if (month < 0 || text[7] != '-')
		return DATE_BAD_FORMAT;
	day = digits(text + 8, 2);
	if (day < 0 || text[10] != '\0')
		return DATE_BAD_FORMAT;
	if (year < 1583)
		return DATE_BAD_YEAR;
	if (month < 1 || month > 12)
		return DATE_BAD_MONTH;
	if (day < 1 || day > days_in_month(year, month))
		return DATE_BAD_DAY;
	if (out) {
		out->year = year;
		out->month = month;
		out->day = day;
	}
	return DATE_OK;
}

/* Day of the year, 1 to 366; 0 if the date does not exist. */
int date_yday(const struct date *d)
{
	int n = d->day;

	if (d->month < 1 || d->month > 12)
		return 0;
	if (d->day < 1 || d->day > days_in_month(d->year, d->month))
		return 0;
	for (int m = 1; m < d->month; m++)
		n += days_in_month(d->year, m);
	return n;
}
