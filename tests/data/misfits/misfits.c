/* Datapaths that fit no rule of IEEE 754 or of MN-Core 2, one a name: what `assay identify` must not take for another.
 *
 *   cc -O1 -o misfits misfits.c -lm
 *   assay identify ieee.f32.add --dut './misfits oddties'
 *
 * A case a line, operands in hex, the result in hex; flags of `twoflags` alone. Every binary32 operation is formed exactly in 128 bits and a
 * sticky bit, and rounded once, where the name does not say otherwise:
 *   fvfma       x*y + z of MN-Core 2
 *   unfused     x*y rounded, then + z, rounded
 *   twoflags    the same by the processor, which raises the flags of both
 *   oddties     x + y, ties go to odd
 *   saturating  x * y, the largest number for what overflows
 *   threebits   x + y, the smaller term cut behind three bits, no sticky bit
 *   otherr      x*y + z of MN-Core 2, the correction r one bit below its place
 *   lostcarry   x * y, a carry out of the rounded significand does not reach the exponent
 *   upflushed   x / y, a subnormal quotient that rounds up to the smallest normal number is 0
 *   plainzero   x + y toward minus infinity, x - x is +0
 *   subaddend   x*y + z, a subnormal z counts as 0
 *   rare        x + y, one case in some 8,000 has its last bit turned
 *   coin        x + y, now and then the last bit is turned: the same case is answered twice differently
 *   mortal      x + y, ends after 1,000 answers
 *   payload     x + y, NaN is ffffffff
 *   right       x + y */
#include <fenv.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned __int128 wide;
/* (-1)^sign * significand * 2^exponent, and a little more in magnitude where sticky is set. */
typedef struct { int sign, exponent, sticky; wide significand; } real;
typedef enum { EVEN, ODD, DOWN } ties;

static const char *name;
static int is(const char *other) { return !strcmp(name, other); }

static float number(uint32_t code) { float x; memcpy(&x, &code, 4); return x; }
static uint32_t code(float x) { uint32_t c; memcpy(&c, &x, 4); return c; }
static int field(uint32_t x) { return x >> 23 & 255; }

static real decode(uint32_t x) {
    real r = {x >> 31, (field(x) ? field(x) : 1) - 150, 0, (x & 0x7fffff) | (field(x) ? 0x800000 : 0)};
    return r;
}

static int top(wide w) { int n = -1; while (w) { w >>= 1; n++; } return n; }

static real times(real a, real b) {
    real r = {a.sign ^ b.sign, a.exponent + b.exponent, 0, a.significand * b.significand};
    return r;
}

/* The sum; `bits` at most are kept behind the last place of the larger term, where it is not negative. */
static real plus(real a, real b, int bits) {
    if (!a.significand) return b;
    if (!b.significand) return a;
    if (top(a.significand) + a.exponent < top(b.significand) + b.exponent) { real c = a; a = b; b = c; }
    /* The larger stands high, so that 60 bits and more are left behind its last place. */
    int room = 120 - top(a.significand);
    if (bits >= 0) room = bits;
    a.significand <<= room; a.exponent -= room;
    int shift = a.exponent - b.exponent;
    if (shift <= 0) b.significand <<= -shift;
    else {
        b.sticky = shift > 127 ? b.significand != 0 : (b.significand & (((wide)1 << shift) - 1)) != 0;
        b.significand = shift > 127 ? 0 : b.significand >> shift;
    }
    if (bits >= 0) b.sticky = 0;
    if (a.sign == b.sign) a.significand += b.significand;
    else if (a.significand >= b.significand) a.significand -= b.significand + b.sticky;
    else { a.significand = b.significand - a.significand; a.sign = b.sign; }
    a.sticky = b.sticky;
    return a;
}

static uint32_t pack(real r, ties rule, uint32_t zero, int subnormal) {
    if (!r.significand) return zero;
    uint32_t sign = (uint32_t)r.sign << 31;
    int lead = top(r.significand) + r.exponent;
    int last = (lead < -126 && subnormal ? -126 : lead) - 23, shift = last - r.exponent;
    wide kept, half = 0, rest = 0;
    if (shift <= 0) kept = r.significand << -shift;
    else if (shift > 126) kept = 0, rest = 1;
    else kept = r.significand >> shift, rest = r.significand & (((wide)1 << shift) - 1), half = (wide)1 << (shift - 1);
    int tie = half && rest == half && !r.sticky;
    int up = tie ? (rule == EVEN ? kept & 1 : rule == ODD ? !(kept & 1) : 0) : half && rest >= half;
    if (is("plainzero")) up = r.sign && (rest || r.sticky);
    kept += up;
    if (kept >> 24) {
        kept >>= 1;
        if (!is("lostcarry")) last++;
    }
    if (!subnormal && last + 23 < -126) return 0;
    if (is("upflushed") && kept == 0x800000 && lead < -126) return sign;
    if (last + 23 > 127) {
        if (is("saturating") || (is("plainzero") && !r.sign)) return sign | 0x7f7fffff;
        return sign | 0x7f800000;
    }
    return sign | (kept >> 23 ? (uint32_t)(last + 150) << 23 : 0) | ((uint32_t)kept & 0x7fffff);
}

static uint32_t nan_of(uint32_t x) {
    return (x & 0x7fffffff) > 0x7f800000 ? is("payload") ? 0xffffffff : 0x7fc00000 : x;
}

static int special(uint32_t x) { return field(x) == 255; }

/* The zero of a sum of two terms of these signs. */
static uint32_t zero(int a, int b) { return a == b ? (uint32_t)a << 31 : 0; }

static uint32_t multiply(uint32_t x, uint32_t y) {
    if (special(x) || special(y)) return nan_of(code(number(x) * number(y)));
    return pack(times(decode(x), decode(y)), EVEN, (x ^ y) & 0x80000000, 1);
}

static uint32_t add(uint32_t x, uint32_t y) {
    if (special(x) || special(y)) return nan_of(code(number(x) + number(y)));
    real sum = plus(decode(x), decode(y), is("threebits") ? 3 : -1);
    return pack(sum, is("oddties") ? ODD : EVEN, zero(x >> 31, y >> 31), 1);
}

static uint32_t divide(uint32_t x, uint32_t y) {
    real a = decode(x), b = decode(y);
    if (special(x) || special(y) || !a.significand || !b.significand) return nan_of(code(number(x) / number(y)));
    real q = {a.sign ^ b.sign, a.exponent - b.exponent - 80, 0, (a.significand << 80) / b.significand};
    q.sticky = (a.significand << 80) % b.significand != 0;
    return pack(q, EVEN, 0, 1);
}

static uint32_t fused(uint32_t x, uint32_t y, uint32_t z) {
    if (is("subaddend") && !field(z)) z &= 0x80000000;
    if (is("unfused")) return add(multiply(x, y), z);
    if (special(x) || special(y) || special(z)) return nan_of(code(number(x) * number(y) + number(z)));
    return pack(plus(times(decode(x), decode(y)), decode(z), -1), EVEN, zero((x ^ y) >> 31, z >> 31), 1);
}

/* MN-Core 2: fields 0 are zeros, fields 255 infinities; L, the product of the five low bits, is left out. */
static uint32_t fvfma(uint32_t x, uint32_t y, uint32_t z) {
    uint32_t sign = (x ^ y) & 0x80000000;
    int any = special(x) || special(y), none = !field(x) || !field(y);
    if (any && !none) return special(z) && (z ^ sign) >> 31 ? 0x7f800000 : sign | 0x7f800000;
    if (special(z)) return (z & 0x80000000) | 0x7f800000;
    real a = decode(x), b = decode(y), c = decode(z);
    if (!field(z)) c.significand = 0;
    real p = times(a, b);
    wide low = (a.significand & 31) * (b.significand & 31);
    if (low) p.significand += (is("otherr") ? 1 << 7 : 1 << 8) - low;
    if (none) p.significand = 0;
    return pack(plus(p, c, -1), EVEN, 0, 0);
}

/* TestFloat's byte of what the processor has raised. */
static int raised(void) {
    int e = fetestexcept(FE_ALL_EXCEPT);
    return !!(e & FE_INEXACT) | !!(e & FE_UNDERFLOW) << 1 | !!(e & FE_OVERFLOW) << 2 | !!(e & FE_INVALID) << 4;
}

static uint32_t twice(uint32_t x, uint32_t y, uint32_t z, int *flags) {
    feclearexcept(FE_ALL_EXCEPT);
    volatile float product = number(x) * number(y);
    volatile float sum = product + number(z);
    *flags = raised();
    return nan_of(code(sum));
}

int main(int argc, char **argv) {
    char line[128];
    unsigned long count = 0;
    uint64_t dice = 88172645463325252u;
    name = argc > 1 ? argv[1] : "right";
    while (fgets(line, sizeof line, stdin)) {
        uint32_t x[3] = {0, 0, 0}, r;
        int flags = 0;
        sscanf(line, "%" SCNx32 " %" SCNx32 " %" SCNx32, x, x + 1, x + 2);
        if (is("twoflags")) r = twice(x[0], x[1], x[2], &flags);
        else if (is("unfused") || is("subaddend")) r = fused(x[0], x[1], x[2]);
        else if (is("fvfma") || is("otherr")) r = fvfma(x[0], x[1], x[2]);
        else if (is("saturating") || is("lostcarry")) r = multiply(x[0], x[1]);
        else if (is("upflushed")) r = divide(x[0], x[1]);
        else r = add(x[0], x[1]);
        dice ^= dice << 13, dice ^= dice >> 7, dice ^= dice << 17;
        if (is("rare") && !special(r) && (x[0] * 2654435761u ^ x[1] * 2246822519u) >> 19 == 1) r ^= 1;
        if (is("coin") && !special(r) && dice % 1000 == 0) r ^= 1;
        if (is("twoflags")) printf("%08" PRIx32 " %02x\n", r, flags);
        else printf("%08" PRIx32 "\n", r);
        if (is("mortal") && ++count == 1000) { fflush(stdout); return 3; }
        fflush(stdout);
    }
    return 0;
}
