/* Answers of SoftPosit's C code to drawn operands, a line a case: posit, operation, operands, result. Built in the folder
   `source` of SoftPosit 0.3.4.4 (the Python package of that name carries it):

   gcc -O1 -w -Iinclude -I../build/Linux-x86_64-GCC $(ls *.c | grep -v c_int.c) -lm && ./a.out 40 > cases.csv */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "softposit.h"

static uint64_t state = 88172645463325252u;

static uint64_t next(void) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state * 2685821657736338717u;
}

/* A code: random bits; a run of zeros or ones below the sign; about 1; about 0 and NaR. */
static uint32_t draw(int n) {
    uint32_t mask = n == 32 ? 0xffffffffu : (1u << n) - 1, bits = (uint32_t)(next() >> 20) & mask;
    uint32_t run = (mask >> 1) >> ((next() >> 40) % (n - 1));
    uint32_t zeros = bits & run, ones = ((mask >> 1) & ~run) | zeros;
    uint32_t near = (uint32_t)(next() >> 61) - 4u;
    switch (next() >> 61) {
    case 0: case 1: return bits;
    case 2: return zeros;
    case 3: return ones;
    case 4: return (0u - zeros) & mask;
    case 5: return (0u - ones) & mask;
    case 6: return ((1u << (n - 2)) + near) & mask;
    default: return (near + (next() >> 63 ? 1u << (n - 1) : 0u)) & mask;
    }
}

#define POSITS(name, n, f)                                                                    \
    static void name(int count) {                                                             \
        const int d = n / 4;                                                                  \
        const uint32_t mask = n == 32 ? 0xffffffffu : (1u << (n % 32)) - 1;                   \
        for (int i = 0; i < count; i++) {                                                     \
            uint32_t a = draw(n), b = draw(n), c = draw(n);                                   \
            if (next() >> 62 == 0) b = next() >> 63 ? a : (0u - a) & mask;                    \
            posit##n##_t x = {.v = a}, y = {.v = b}, z = {.v = c};                            \
            printf(#name ",add,%0*x,%0*x,,%0*x\n", d, a, d, b, d, (unsigned)f##add(x, y).v);  \
            printf(#name ",sub,%0*x,%0*x,,%0*x\n", d, a, d, b, d, (unsigned)f##sub(x, y).v);  \
            printf(#name ",mul,%0*x,%0*x,,%0*x\n", d, a, d, b, d, (unsigned)f##mul(x, y).v);  \
            printf(#name ",div,%0*x,%0*x,,%0*x\n", d, a, d, b, d, (unsigned)f##div(x, y).v);  \
            printf(#name ",sqrt,%0*x,,,%0*x\n", d, a, d, (unsigned)f##sqrt(x).v);             \
            printf(#name ",nearest_int,%0*x,,,%0*x\n", d, a, d, (unsigned)f##roundToInt(x).v); \
            printf(#name ",fma,%0*x,%0*x,%0*x,%0*x\n", d, a, d, b, d, c, d,                   \
                   (unsigned)f##mulAdd(x, y, z).v);                                           \
            printf(#name ",compare_less,%0*x,%0*x,,%x\n", d, a, d, b, f##lt(x, y));           \
            printf(#name ",compare_less_equal,%0*x,%0*x,,%x\n", d, a, d, b, f##le(x, y));     \
        }                                                                                     \
    }

POSITS(p8e0, 8, p8_)
POSITS(p16e1, 16, p16_)
POSITS(p32e2, 32, p32_)

int main(int count, char **arguments) {
    const int cases = count > 1 ? atoi(arguments[1]) : 40;
    printf("posit,op,x,y,z,out\n");
    p8e0(cases), p16e1(cases), p32e2(cases);
    return 0;
}
