/* A design with eight bugs, one at a time: what `assay diff` finds.
 *
 *   cc -O1 -frounding-math -ffp-contract=off -o planted planted.c -lm
 *   assay diff ieee.f32.add --opt nan=sse --dut './planted 1'
 *
 * Everything is binary32 to nearest, computed by the processor (x86-64); the argument says which bug is put on top:
 *   1 add   ties go away from zero
 *   2 add   the sticky bit is lost: a smaller operand of the other sign, 25 binades below a power of two, is dropped
 *   3 add   x - x is -0
 *   4 mul   subnormal results are flushed to zero
 *   5 mul   overflow one binade too early
 *   6 fma   the product is rounded before the addition
 *   7 sqrt  the last bit is cut instead of rounded
 *   8 div   the exception "inexact" is not raised where the quotient is subnormal */
#include <fenv.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static float number(uint32_t code) { float x; memcpy(&x, &code, 4); return x; }
static uint32_t code(float x) { uint32_t c; memcpy(&c, &x, 4); return c; }

static int flags(void) {
    int raised = fetestexcept(FE_ALL_EXCEPT);
    return (raised & FE_INEXACT ? 1 : 0) | (raised & FE_UNDERFLOW ? 2 : 0) | (raised & FE_OVERFLOW ? 4 : 0)
         | (raised & FE_DIVBYZERO ? 8 : 0) | (raised & FE_INVALID ? 16 : 0);
}

/* The neighbour of r towards the exact sum, if the sum lies half way to it. */
static float away(float x, float y, float r) {
    if (!isfinite(r)) return r;
    double rest = ((double)x - (double)r) + (double)y;
    if (rest == 0) return r;
    float next = nextafterf(r, rest > 0 ? INFINITY : -INFINITY);
    return isfinite(next) && 2 * rest == (double)next - (double)r && fabsf(next) > fabsf(r) ? next : r;
}

static float add(int bug, float x, float y) {
    volatile float a = x, b = y;
    volatile float sum = a + b;
    float r = sum;
    if (bug == 3 && r == 0 && x == -y) return -0.0f;
    if (bug == 1) return away(x, y, r);
    if (bug == 2 && isfinite(x) && isfinite(y) && x != 0 && y != 0) {
        float big = fabsf(x) >= fabsf(y) ? x : y, small = fabsf(x) >= fabsf(y) ? y : x;
        if (ilogbf(big) - ilogbf(small) >= 25 && r != big) return big;
    }
    return r;
}

int main(int argc, char **argv) {
    const char *op = getenv("ASSAY_OP");
    int bug = argc > 1 ? atoi(argv[1]) : 0;
    char name[16], line[128];
    if (!op || sscanf(op, "ieee.f32.%15s", name) != 1) return 2;
    static const char *const place[] = {"", "add", "add", "add", "mul", "mul", "fma", "sqrt", "div"};
    if (bug < 0 || bug > 8 || strcmp(name, place[bug])) bug = 0;
    while (fgets(line, sizeof line, stdin)) {
        uint32_t x[3] = {0, 0, 0};
        sscanf(line, "%" SCNx32 " %" SCNx32 " %" SCNx32, &x[0], &x[1], &x[2]);
        volatile float a = number(x[0]), b = number(x[1]), c = number(x[2]), r = 0;
        feclearexcept(FE_ALL_EXCEPT);
        if (!strcmp(name, "add")) r = a + b;
        else if (!strcmp(name, "mul")) r = a * b;
        else if (!strcmp(name, "div")) r = a / b;
        else if (!strcmp(name, "sqrt")) r = sqrtf(a);
        else if (!strcmp(name, "fma")) r = fmaf(a, b, c);
        else return 2;
        int raised = flags();
        int subnormal = r != 0 && fabsf(r) < 0x1p-126f;
        if (!strcmp(name, "add")) r = add(bug, a, b);
        if (bug == 4 && subnormal) r = copysignf(0, r);
        if (bug == 5 && isfinite(r) && fabsf(r) >= 0x1p127f) r = copysignf(INFINITY, r);
        if (bug == 6) { volatile float product = a * b; r = product + c; }
        if (bug == 7 && a > 0 && isfinite(a) && (double)r * (double)r > (double)a) r = nextafterf(r, 0);
        if (bug == 8 && subnormal) raised &= ~1;
        printf("%08" PRIx32 " %02x\n", code(r), raised);
        fflush(stdout);
    }
    return 0;
}
