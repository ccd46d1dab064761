/* Multiplication and division of complex numbers, which the compiler leaves to
 * its support library. The rules for infinities are those of C99, Annex G.5.1:
 * an infinite operand gives an infinite result even where the plain formula
 * yields two NaNs. Division scales by the divisor's exponent first, so that it
 * neither overflows nor underflows on the way. */

#include <complex.h>
#include <math.h>

/* An infinite operand becomes a unit with the same signs, a finite one zero:
 * the directions survive, the magnitudes no longer matter. */
#define BOX(x, type) copysign##type(isinf(x) ? 1 : 0, x)
#define NAN_TO_ZERO(x, type) if (isnan(x)) x = copysign##type(0, x)

#define DEFINE(T, type, mul, div) \
T _Complex mul(T a, T b, T c, T d) \
{ \
	T ac = a*c, bd = b*d, ad = a*d, bc = b*c; \
	T re = ac - bd, im = ad + bc; \
	if (!isnan(re) || !isnan(im)) return CMPLX_(T, re, im); \
	int first = isinf(a) || isinf(b), second = isinf(c) || isinf(d); \
	int product = isinf(ac) || isinf(bd) || isinf(ad) || isinf(bc); \
	if (!first && !second && !product) return CMPLX_(T, re, im); \
	if (first) { a = BOX(a, type); b = BOX(b, type); } \
	if (second) { c = BOX(c, type); d = BOX(d, type); } \
	NAN_TO_ZERO(a, type); NAN_TO_ZERO(b, type); \
	NAN_TO_ZERO(c, type); NAN_TO_ZERO(d, type); \
	return CMPLX_(T, INFINITY * (a*c - b*d), INFINITY * (a*d + b*c)); \
} \
\
T _Complex div(T a, T b, T c, T d) \
{ \
	T size = logb##type(fmax##type(fabs##type(c), fabs##type(d))); \
	int scale = 0; \
	if (isfinite(size)) { \
		scale = -(int)size; \
		c = scalbn##type(c, scale); \
		d = scalbn##type(d, scale); \
	} \
	T norm = c*c + d*d; \
	T re = scalbn##type((a*c + b*d) / norm, scale); \
	T im = scalbn##type((b*c - a*d) / norm, scale); \
	if (!isnan(re) || !isnan(im)) return CMPLX_(T, re, im); \
	if (norm == 0 && (!isnan(a) || !isnan(b))) { \
		T inf = copysign##type(INFINITY, c); \
		return CMPLX_(T, inf * a, inf * b); \
	} \
	if ((isinf(a) || isinf(b)) && isfinite(c) && isfinite(d)) { \
		a = BOX(a, type); b = BOX(b, type); \
		return CMPLX_(T, INFINITY * (a*c + b*d), INFINITY * (b*c - a*d)); \
	} \
	if (size == INFINITY && isfinite(a) && isfinite(b)) { \
		c = BOX(c, type); d = BOX(d, type); \
		return CMPLX_(T, 0 * (a*c + b*d), 0 * (b*c - a*d)); \
	} \
	return CMPLX_(T, re, im); \
}

#define CMPLX_(T, re, im) ((union { T parts[2]; T _Complex z; }){ { (re), (im) } }.z)

DEFINE(float, f, __mulsc3, __divsc3)
DEFINE(double, , __muldc3, __divdc3)
DEFINE(long double, l, __mulxc3, __divxc3)
