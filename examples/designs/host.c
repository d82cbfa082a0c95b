/* The processor's own floating-point unit as a design for `assay diff`: binary32 and binary64.
 *
 *   cc -O1 -frounding-math -ffp-contract=off -o host host.c -lm
 *   assay diff 'ieee.f32.add,ieee.f32.fma,ieee.f64.div' --opt nan=sse --dut ./host
 *
 * ASSAY_OP names the operation (ieee.f32.add), ASSAY_OPTIONS its options (rm=rtz). A line is a case, its operands in
 * hex; the answer is the result and the flags as TestFloat has them. */
#include <fenv.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int flags(void) {
    int raised = fetestexcept(FE_ALL_EXCEPT);
    return (raised & FE_INEXACT ? 1 : 0) | (raised & FE_UNDERFLOW ? 2 : 0) | (raised & FE_OVERFLOW ? 4 : 0)
         | (raised & FE_DIVBYZERO ? 8 : 0) | (raised & FE_INVALID ? 16 : 0);
}

static int direction(const char *options) {
    const char *rm = strstr(options, "rm=");
    if (!rm || !strncmp(rm, "rm=rne", 6)) return FE_TONEAREST;
    if (!strncmp(rm, "rm=rtz", 6)) return FE_TOWARDZERO;
    if (!strncmp(rm, "rm=rup", 6)) return FE_UPWARD;
    if (!strncmp(rm, "rm=rdn", 6)) return FE_DOWNWARD;
    fprintf(stderr, "host: this processor has no %s\n", rm);
    exit(2);
}

#define OPERATIONS(T, BITS, NAME, SQRT, FMA)                                                            \
    static BITS NAME(const char *op, const BITS *code) {                                                \
        volatile T x[3], r = 0;                                                                         \
        for (int i = 0; i < 3; i++) { T v; memcpy(&v, &code[i], sizeof v); x[i] = v; }                  \
        feclearexcept(FE_ALL_EXCEPT);                                                                   \
        if (!strcmp(op, "add")) r = x[0] + x[1];                                                        \
        else if (!strcmp(op, "sub")) r = x[0] - x[1];                                                   \
        else if (!strcmp(op, "mul")) r = x[0] * x[1];                                                   \
        else if (!strcmp(op, "div")) r = x[0] / x[1];                                                   \
        else if (!strcmp(op, "sqrt")) r = SQRT(x[0]);                                                   \
        else if (!strcmp(op, "fma")) r = FMA(x[0], x[1], x[2]);                                         \
        else { fprintf(stderr, "host: there is no %s here\n", op); exit(2); }                           \
        BITS result;                                                                                    \
        T plain = r;                                                                                    \
        memcpy(&result, &plain, sizeof result);                                                         \
        return result;                                                                                  \
    }

OPERATIONS(float, uint32_t, single, sqrtf, fmaf)
OPERATIONS(double, uint64_t, twice, sqrt, fma)

int main(void) {
    const char *op = getenv("ASSAY_OP"), *options = getenv("ASSAY_OPTIONS");
    char format[8], name[16], line[256];
    if (!op || sscanf(op, "ieee.%7[^.].%15s", format, name) != 2) {
        fprintf(stderr, "host: ASSAY_OP is no ieee.FORMAT.OPERATION\n");
        return 2;
    }
    fesetround(direction(options ? options : ""));
    while (fgets(line, sizeof line, stdin)) {
        uint64_t x[3] = {0, 0, 0};
        sscanf(line, "%" SCNx64 " %" SCNx64 " %" SCNx64, &x[0], &x[1], &x[2]);
        if (!strcmp(format, "f32")) {
            uint32_t narrow[3] = {(uint32_t)x[0], (uint32_t)x[1], (uint32_t)x[2]};
            uint32_t result = single(name, narrow);
            printf("%08" PRIx32 " %02x\n", result, flags());
        } else {
            uint64_t result = twice(name, x);
            printf("%016" PRIx64 " %02x\n", result, flags());
        }
        fflush(stdout);
    }
    return 0;
}
