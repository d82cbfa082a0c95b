/* Units with one fault each, as silicon and drafts of silicon have had them: five binary32 units, each with one datapath defect, and a right one.
 *   errata NAME        alder(add) maple(mul) fir(fma) dogwood(div) spruce(sqrt)
 *   errata right OP    OP = add mul fma div sqrt, the same done rightly
 *   errata list        names and operations
 *   errata host N      right OP against the host's arithmetic and flags, N cases each
 *   errata measure N   how often each design differs from right OP, with examples
 * Input lines: operands in hex; output: RESULT FLAGS (1 NX, 2 UF, 4 OF, 8 DZ, 10 NV). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>
#include <fenv.h>

typedef uint32_t u32;
typedef uint64_t u64;
typedef unsigned __int128 u128;
enum { ADD, MUL, FMA, DIV, SQRT, NOPS };
enum { NX = 1, UF = 2, OF = 4, DZ = 8, NV = 16 };
#define QNAN 0x7fc00000u
#define INF 0x7f800000u

static const char *opname[NOPS] = { "add", "mul", "fma", "div", "sqrt" };
static const char *design[NOPS] = { "alder", "maple", "fir", "dogwood", "spruce" };
static const int arity[NOPS] = { 2, 2, 3, 2, 1 };
static int fl;                                  /* flags of the operation at hand */

typedef struct { int s, e; u32 m; } num;        /* m/2^23 * 2^e; bit 23 set unless zero */

static int isnan32(u32 a) { return (a & 0x7fffffff) > INF; }
static int isinf32(u32 a) { return (a & 0x7fffffff) == INF; }
static int iszero32(u32 a) { return (a & 0x7fffffff) == 0; }
static int issnan(u32 a) { return isnan32(a) && !(a & 0x400000); }
static u32 sgn(int s) { return s ? 0x80000000u : 0; }
static u32 invalid(void) { fl |= NV; return QNAN; }

static num unpack(u32 a)
{
    num n = { (int)(a >> 31), (int)(a >> 23 & 255) - 127, a & 0x7fffff };
    if (n.e != -127) n.m |= 0x800000;
    else {
        n.e = -126;
        if (n.m) while (!(n.m & 0x800000)) { n.m <<= 1; n.e--; }
    }
    return n;
}

static u64 shr64(u64 v, int n)                  /* right shift, lost bits jammed */
{
    return n == 0 ? v : n > 63 ? v != 0 : (v >> n | ((v << (64 - n)) != 0));
}

static u128 shr128(u128 v, int n)
{
    return n == 0 ? v : n > 127 ? v != 0 : (v >> n | ((v << (128 - n)) != 0));
}

/* value g/2^63 * 2^e, bit 63 of g set, its lowest bit sticky */
static u32 rpack(int s, int e, u64 g)
{
    const u64 half = (u64)1 << 39, mask = ((u64)1 << 40) - 1;
    int b = e + 127, tiny = 0;
    u32 r;
    if (b <= 0) {
        tiny = !(b == 0 && g >> 40 == 0xffffff && (g & mask) >= half);
        g = shr64(g, 1 - b);
        b = 1;                                  /* no hidden bit: field becomes 0 */
    }
    if (b >= 255) { fl |= OF | NX; return sgn(s) | INF; }
    r = (u32)(g >> 40);
    if (g & mask) fl |= tiny ? NX | UF : NX;
    if ((g & mask) > half || ((g & mask) == half && (r & 1))) r++;
    r += (u32)(b - 1) << 23;
    if (r >= INF) { fl |= OF | NX; r = INF; }
    return sgn(s) | r;
}

/* value v * 2^l, v not zero */
static u32 npack(int s, int l, u128 v)
{
    int e = l + 127;
    while (!(v >> 127)) { v <<= 1; e--; }
    return rpack(s, e, (u64)(v >> 64) | ((u64)v != 0));
}

/* the sum of va*2^la and vb*2^lb, signed; each v below 2^62 */
static u32 sum(int sa, u64 va, int la, int sb, u64 vb, int lb)
{
    u128 x, y;
    if (!va && !vb) return sgn(sa && sb);
    if (!va) return npack(sb, lb, vb);
    if (!vb) return npack(sa, la, va);
    while (!(va >> 62)) { va <<= 1; la--; }
    while (!(vb >> 62)) { vb <<= 1; lb--; }
    if (la < lb) {
        u64 v = va; int t = la;
        va = vb, la = lb, vb = v, lb = t;
        t = sa, sa = sb, sb = t;
    }
    x = (u128)va << 63;
    y = shr128((u128)vb << 63, la - lb);
    if (sa == sb) return npack(sa, la - 63, x + y);
    if (x == y) return 0;
    return x > y ? npack(sa, la - 63, x - y) : npack(sb, la - 63, y - x);
}

/* NaN, infinity, zero: 1 if *r is the result */
static int special(int op, u32 a, u32 b, u32 c, u32 *r)
{
    int s;
    if (arity[op] < 2) b = 0;
    if (arity[op] < 3) c = 0;
    if (op == FMA && ((isinf32(a) && iszero32(b)) || (iszero32(a) && isinf32(b)))) {
        *r = invalid();                         /* also with a quiet NaN addend */
        return 1;
    }
    if (isnan32(a) || isnan32(b) || isnan32(c)) {
        if (issnan(a) || issnan(b) || issnan(c)) fl |= NV;
        *r = QNAN;
        return 1;
    }
    s = (a ^ b) >> 31;
    switch (op) {
    case ADD:
        if (isinf32(a)) { *r = isinf32(b) && s ? invalid() : a; return 1; }
        if (isinf32(b)) { *r = b; return 1; }
        return 0;
    case MUL:
        if (isinf32(a) || isinf32(b)) {
            *r = iszero32(a) || iszero32(b) ? invalid() : sgn(s) | INF;
            return 1;
        }
        if (iszero32(a) || iszero32(b)) { *r = sgn(s); return 1; }
        return 0;
    case FMA:
        if (isinf32(a) || isinf32(b)) {
            *r = isinf32(c) && s != (int)(c >> 31) ? invalid() : sgn(s) | INF;
            return 1;
        }
        if (isinf32(c)) { *r = c; return 1; }
        return 0;
    case DIV:
        if (isinf32(a)) { *r = isinf32(b) ? invalid() : sgn(s) | INF; return 1; }
        if (isinf32(b)) { *r = sgn(s); return 1; }
        if (iszero32(b)) {
            if (iszero32(a)) *r = invalid();
            else { fl |= DZ; *r = sgn(s) | INF; }
            return 1;
        }
        if (iszero32(a)) { *r = sgn(s); return 1; }
        return 0;
    default:
        if (iszero32(a)) { *r = a; return 1; }
        if (a >> 31) { *r = invalid(); return 1; }
        if (isinf32(a)) { *r = a; return 1; }
        return 0;
    }
}

/* Adder of two paths. The far path of a subtraction (exponents apart by two or
 * more) rounds by injection after the one-bit normalisation. DEFECT: the step
 * that clears the last bit of a tie belongs to the branch without the shift;
 * a tie in the branch with the shift is left as the injection made it. */
static u32 add_unit(num a, num b)
{
    int d;
    u64 x, r;
    if (b.e > a.e) { num t = a; a = b; b = t; }
    d = a.e - b.e;
    if (a.s == b.s || d < 2 || !a.m || !b.m)
        return sum(a.s, a.m, a.e - 23, b.s, b.m, b.e - 23);
    x = ((u64)a.m << 3) - shr64((u64)b.m << 3, d);      /* 24 bits, G, R, S */
    if (x >> 26 || a.e < -125) return npack(a.s, a.e - 26, x);
    x <<= 1;
    r = (x + 4) >> 3;
    if (x & 7) fl |= NX;
    return sgn(a.s) | (u32)(((u64)(a.e - 1 + 126) << 23) + r);
}

/* Wallace tree of 24 rows and a split adder behind it. DEFECT: the carry from
 * the low half (23 bits) into the high half is looked for in the top LOOK bits
 * of the low half only, a longer carry chain is taken to bring none. */
#define LOOK 6
static u32 mul_unit(num a, num b)
{
    const u64 m48 = ((u64)1 << 48) - 1, ml = ((u64)1 << 23) - 1;
    u64 row[24], s, c, cin;
    int i, j, n = 24;
    for (i = 0; i < 24; i++) row[i] = (b.m >> i & 1) ? (u64)a.m << i : 0;
    while (n > 2) {
        for (i = j = 0; i + 2 < n; i += 3) {
            u64 x = row[i], y = row[i + 1], z = row[i + 2];
            row[j++] = x ^ y ^ z;
            row[j++] = (((x & y) | (y & z) | (x & z)) << 1) & m48;
        }
        while (i < n) row[j++] = row[i++];
        n = j;
    }
    s = row[0], c = row[1];
    cin = (((s & ml) >> (23 - LOOK)) + ((c & ml) >> (23 - LOOK))) >> LOOK;
    s = ((((s >> 23) + (c >> 23) + cin) << 23) & m48) | (((s & ml) + (c & ml)) & ml);
    return npack(a.s ^ b.s, a.e + b.e - 46, s);
}

/* DEFECT: if the addend's exponent is not below the product's, the product goes
 * through a narrow way that holds its first KEEP bits and a sticky bit. Right so
 * long as nothing cancels; too narrow when a subtraction does. */
#define KEEP 29
static u32 fma_unit(num a, num b, num c)
{
    u64 p = (u64)a.m * b.m;
    int l = a.e + b.e - 46;
    if (p && c.m && c.e >= a.e + b.e) {
        p = shr64(p, 48 - KEEP);
        l += 48 - KEEP;
    }
    return sum(a.s ^ b.s, p, l, c.s, c.m, c.e - 23);
}

/* SRT radix 4, digits -2..2, remainder in carry-save form, digit chosen by four
 * bits of the divisor and an estimate of the remainder. The table wants sixteenths
 * of both halves of the pair. DEFECT: the short adder that makes the estimate is
 * one bit too narrow on its carry side (eighths). */
static u32 div_unit(num a, num b, int cbits)
{
    static const int tab[8][4] = {              /* least estimate for 2, 1, 0, -1 */
        { 12, 4, -4, -13 }, { 14, 4, -6, -15 }, { 15, 4, -6, -16 }, { 16, 4, -6, -18 },
        { 18, 6, -8, -20 }, { 20, 6, -8, -20 }, { 20, 8, -8, -22 }, { 24, 8, -8, -24 } };
    const int *t = tab[(b.m >> 20) & 7];
    u64 ws = a.m, wc = 0, d = (u64)b.m << 2, x, y, q = 0;
    int64_t w;
    int i;
    for (i = 0; i < 14; i++) {
        int64_t est;
        int k;
        ws <<= 2, wc <<= 2;
        est = (int64_t)((ws >> 22 << 22) + (wc >> (26 - cbits) << (26 - cbits))) / (1 << 22);
        k = est >= t[0] ? 2 : est >= t[1] ? 1 : est >= t[2] ? 0 : est >= t[3] ? -1 : -2;
        x = k > 0 ? ~(d * (u64)k) : d * (u64)-k;
        q = 4 * q + (u64)(int64_t)k;
        y = ws ^ wc ^ x;
        wc = ((ws & wc) | (wc & x) | (ws & x)) << 1 | (k > 0);
        ws = y;
    }
    w = (int64_t)(ws + wc);
    if (w < 0) { q--; w += (int64_t)d; }
    return npack(a.s ^ b.s, a.e - b.e - 27, (u128)q << 1 | (w != 0));
}

/* Restoring root, one bit a step, remainder kept left-aligned (30 places after the
 * point). It ends early when the remainder is zero. DEFECT: the zero detector sees
 * only the part of the remainder above place ZBITS. */
static u32 sqrt_unit(num a, int zbits)
{
    int odd = a.e & 1, j;
    u64 w, s = (u64)1 << 30;
    w = (((u64)a.m << 7 << odd) - s);
    for (j = 1; j <= 26; j++) {
        u64 t = 2 * s + ((u64)1 << (30 - j));
        if (w >> (30 - zbits) == 0) { w = 0; break; }
        w <<= 1;
        if (w >= t) { w -= t; s += (u64)1 << (30 - j); }
    }
    return npack(0, (a.e - odd) / 2 - 31, (u128)s << 1 | (w != 0));
}

static u32 run(int op, int faulty, u32 ua, u32 ub, u32 uc)
{
    u32 r;
    num a = unpack(ua), b = unpack(ub), c = unpack(uc);
    fl = 0;
    if (special(op, ua, ub, uc, &r)) return r;
    switch (op) {
    case ADD:
        return faulty ? add_unit(a, b) : sum(a.s, a.m, a.e - 23, b.s, b.m, b.e - 23);
    case MUL:
        return faulty ? mul_unit(a, b) : npack(a.s ^ b.s, a.e + b.e - 46, (u64)a.m * b.m);
    case FMA:
        return faulty ? fma_unit(a, b, c)
            : sum(a.s ^ b.s, (u64)a.m * b.m, a.e + b.e - 46, c.s, c.m, c.e - 23);
    case DIV:
        if (faulty) return div_unit(a, b, 3);
        return npack(a.s ^ b.s, a.e - b.e - 33, (((u64)a.m << 32) / b.m) << 1
                     | (((u64)a.m << 32) % b.m != 0));
    default:
        return sqrt_unit(a, faulty ? 11 : 30);
    }
}

/* ---- trials ---- */
static u64 seed = 0x9e3779b97f4a7c15u;
static u32 rnd(void)
{
    seed ^= seed << 13; seed ^= seed >> 7; seed ^= seed << 17;
    return (u32)(seed * 0x2545f4914f6cdd1du >> 32);
}

/* 0: all bits random; 1: near 1.0; 2: near each other, anywhere;
 * 3: as 1 with sparse fractions; 4: special and edge values mixed in */
static void gen(int kind, u32 v[3])
{
    static const u32 edge[] = { 0, 1, 2, 0x7fffff, 0x800000, 0x800001, 0x7f7fffff, INF,
                                QNAN, 0x7f800001, 0x3f800000, 0x3f7fffff, 0x3f800001 };
    int i, base = 1 + (int)(rnd() % 254), e;
    for (i = 0; i < 3; i++) {
        v[i] = rnd();
        if (kind == 0) continue;
        if (kind == 4) {
            if (rnd() & 1) v[i] = edge[rnd() % 13] | (v[i] & 0x80000000u);
            else if (rnd() & 1) v[i] &= 0x80ffffff;
            continue;
        }
        e = (kind == 2 ? base + (int)(rnd() % 13) - 6 : 127 + (int)(rnd() % 25) - 12);
        e = e < 0 ? 0 : e > 254 ? 254 : e;
        v[i] = (v[i] & 0x807fffff) | (u32)e << 23;
        if (kind == 3) v[i] &= ~(u32)0 << (rnd() % 24);
    }
}

static float tofloat(u32 u) { float f; memcpy(&f, &u, 4); return f; }

static u32 host(int op, const u32 v[3])
{
    volatile float a = tofloat(v[0]), b = tofloat(v[1]), c = tofloat(v[2]), r;
    float f;
    u32 u;
    int x;
    feclearexcept(FE_ALL_EXCEPT);
    switch (op) {
    case ADD: r = a + b; break;
    case MUL: r = a * b; break;
    case FMA: r = fmaf(a, b, c); break;
    case DIV: r = a / b; break;
    default: r = sqrtf(a); break;
    }
    x = fetestexcept(FE_ALL_EXCEPT);
    fl = (x & FE_INEXACT ? NX : 0) | (x & FE_UNDERFLOW ? UF : 0) | (x & FE_OVERFLOW ? OF : 0)
        | (x & FE_DIVBYZERO ? DZ : 0) | (x & FE_INVALID ? NV : 0);
    f = r;
    memcpy(&u, &f, 4);
    return isnan32(u) ? QNAN : u;
}

static void trial(long n, int measure)
{
    int op, kind, i, f;
    for (op = 0; op < NOPS; op++) for (kind = 0; kind < 5; kind++) {
        long k, bad = 0, flagonly = 0;
        for (k = 0; k < n; k++) {
            u32 v[3], r, w;
            gen(kind, v);
            r = run(op, 0, v[0], v[1], v[2]);
            f = fl;
            w = measure ? run(op, 1, v[0], v[1], v[2]) : host(op, v);
            if (r == w && f == fl) continue;
            flagonly += r == w;
            if (bad++ >= 3) continue;
            printf("  %s", measure ? design[op] : opname[op]);
            for (i = 0; i < arity[op]; i++) printf(" %08x", v[i]);
            printf("  %s %08x %02x  right %08x %02x\n", measure ? "wrong" : "host", w, fl, r, f);
        }
        printf("%s kind %d: %ld of %ld differ (1 in %.0f), %ld in flags alone\n",
               measure ? design[op] : opname[op], kind, bad, n,
               bad ? (double)n / (double)bad : 0.0, flagonly);
    }
}

int main(int argc, char **argv)
{
    char line[256];
    int op = -1, i, faulty = 1;
    if (argc == 3 && (!strcmp(argv[1], "host") || !strcmp(argv[1], "measure"))) {
        trial(atol(argv[2]), argv[1][0] == 'm');
        return 0;
    }
    if (argc == 2 && !strcmp(argv[1], "list")) {
        for (i = 0; i < NOPS; i++) printf("%s %s %d\n", design[i], opname[i], arity[i]);
        return 0;
    }
    for (i = 0; i < NOPS; i++) {
        if (argc == 2 && !strcmp(argv[1], design[i])) op = i;
        if (argc == 3 && !strcmp(argv[1], "right") && !strcmp(argv[2], opname[i])) { op = i; faulty = 0; }
    }
    if (op < 0) {
        fprintf(stderr, "usage: errata NAME | right OP | list | host N | measure N\n");
        return 2;
    }
    while (fgets(line, sizeof line, stdin)) {
        unsigned v[3] = { 0, 0, 0 };
        u32 r;
        if (sscanf(line, "%x %x %x", &v[0], &v[1], &v[2]) < 1) continue;
        r = run(op, faulty, v[0], v[1], v[2]);
        printf("%08x %02x\n", (unsigned)r, (unsigned)fl);
        fflush(stdout);
    }
    return 0;
}
