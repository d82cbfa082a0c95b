/* A driver for the tests: the entry points that the program calls, and one instruction, whose name is read from the PTX text.
   It sums in binary64, which is exact for small integers; where elements stand is written down shape by shape, as the PTX ISA does.
   FAKE_INIT, FAKE_LOAD, FAKE_LAUNCH=N: these answer error N. FAKE_CAPABILITY=90: what the device is. FAKE_SWAP=A, B, D: two elements of
   this matrix change places. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[65536];

static int number(const char *name, int otherwise) {
    const char *told = getenv(name);
    return told ? atoi(told) : otherwise;
}

int cuInit(unsigned flags) { return flags ? 1 : number("FAKE_INIT", 0); }
int cuDeviceGet(int *device, int n) { *device = 7; return n ? 101 : 0; }
int cuDeviceGetName(char *name, int size, int device) {
    snprintf(name, size, "a device for tests");
    return device == 7 ? 0 : 101;
}
int cuDeviceGetAttribute(int *value, int attribute, int device) {
    int capability = number("FAKE_CAPABILITY", 120);
    if (attribute != 75 && attribute != 76) return 1;
    *value = attribute == 75 ? capability / 10 : capability % 10;
    return device == 7 ? 0 : 101;
}
int cuDevicePrimaryCtxRetain(void **context, int device) { *context = text; return device == 7 ? 0 : 101; }
int cuCtxSetCurrent(void *context) { return context == text ? 0 : 201; }

int cuModuleLoadDataEx(void **module, const char *image, unsigned count, int *options, void **values) {
    int wrong = number("FAKE_LOAD", 0);
    if (strlen(image) >= sizeof text) return 200;
    strcpy(text, image);
    if (wrong) {
        for (unsigned i = 0; i < count; i++)
            if (options[i] == 5) strcpy(values[i], "ptxas application ptx input, line 40; error");
        return wrong;
    }
    *module = text;
    return strstr(text, ".entry assay(") ? 0 : 200;
}
int cuModuleGetFunction(void **function, void *module, const char *name) {
    *function = module;
    return strcmp(name, "assay") ? 500 : 0;
}
int cuMemAlloc_v2(uint64_t *address, size_t size) { return (*address = (uintptr_t)malloc(size)) ? 0 : 2; }
int cuMemFree_v2(uint64_t address) { free((void *)(uintptr_t)address); return 0; }
int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t size) { memcpy((void *)(uintptr_t)to, from, size); return 0; }
int cuMemcpyDtoH_v2(void *to, uint64_t from, size_t size) { memcpy(to, (void *)(uintptr_t)from, size); return 0; }
int cuCtxSynchronize(void) { return 0; }

/* A type: bits of exponent and fraction, bias, bits in a register, lowest bit there. */
struct type { char name[8]; int exponent, fraction, bias, container, shift; };
static const struct type types[] = {
    {"f16", 5, 10, 15, 16, 0}, {"bf16", 8, 7, 127, 16, 0}, {"f32", 8, 23, 127, 32, 0}, {"tf32", 8, 23, 127, 32, 0},
    {"f64", 11, 52, 1023, 64, 0}, {"e4m3", 4, 3, 7, 8, 0}, {"e5m2", 5, 2, 15, 8, 0}, {"e3m2", 3, 2, 3, 8, 0},
    {"e2m3", 2, 3, 1, 8, 0}, {"e2m1", 2, 1, 1, 8, 2}, {"ue8m0", 8, 0, 127, 8, 0}, {"ue4m3", 4, 3, 7, 8, 0},
};
static const struct type *named(const char *name) {
    for (unsigned i = 0; i < sizeof types / sizeof *types; i++)
        if (!strcmp(types[i].name, name)) return &types[i];
    return NULL;
}

static double value(const struct type *t, uint64_t code) {
    if (t->container == 64) { double d; memcpy(&d, &code, 8); return d; }
    int e = code >> t->fraction & ((1 << t->exponent) - 1), top = t->exponent + t->fraction;
    double m = code & ((UINT64_C(1) << t->fraction) - 1);
    double v = e || !strcmp(t->name, "ue8m0") ? ldexp(m + ldexp(1, t->fraction), e - t->bias - t->fraction)
                                              : ldexp(m, 1 - t->bias - t->fraction);
    return strchr(t->name, 'u') == t->name || !(code >> top & 1) ? v : -v;
}
static uint64_t code(const struct type *t, double v) {
    uint64_t bits;
    if (t->container == 64) { memcpy(&bits, &v, 8); return bits; }
    if (t->container == 32) { float f = v; uint32_t word; memcpy(&word, &f, 4); return word; }
    if (v == 0) return 0;
    int e;
    double m = frexp(fabs(v), &e);
    return (uint64_t)(v < 0) << 15 | (uint64_t)(e - 1 + t->bias) << t->fraction
        | ((uint64_t)ldexp(m, t->fraction + 1) & ((1 << t->fraction) - 1));
}

static int m, n, k;
static const struct type *of[4]; /* D, A, B, C, as the name has them. */
static int bits[4];

/* Row and column of an element; for m8n8k4 of binary16 which of four products, too. */
static void place(int matrix, int lane, int i, int *copy, int *row, int *column) {
    int group = lane >> 2, thread = lane % 4, second = lane >= 16 ? 4 : 0;
    *copy = 0;
    if (m == 8 && bits[1] == 16) {
        *copy = lane % 16 / 4;
        if (matrix == 1) { *row = thread + second; *column = i; }
        else if (matrix == 2) { *row = i; *column = thread + second; }
        else if (bits[matrix] == 16) { *row = thread + second; *column = i; }
        else { *row = (lane & 1) + (i & 2) + second; *column = (i & 4) + (lane & 2) + (i & 1); }
    } else if (matrix == 0 || matrix == 3) {
        *row = i < 2 ? group : group + 8;
        *column = thread * 2 + (i & 1);
    } else if (matrix == 2) {
        *column = group;
        if (bits[2] >= 32) *row = thread + i * 4;
        else if (bits[2] == 16) *row = thread * 2 + (i & 1) + (i >= 2 ? 8 : 0);
        else if (bits[2] == 8) *row = thread * 4 + (i & 3) + (i >= 4 ? 16 : 0);
        else *row = thread * 8 + (i & 7) + (i >= 8 ? 32 : 0);
    } else if (bits[1] >= 32) {
        *row = i % 2 ? group + 8 : group;
        *column = i / 2 * 4 + thread;
    } else if (bits[1] == 16) {
        *row = i < 2 || (i >= 4 && i < 6) ? group : group + 8;
        *column = thread * 2 + (i & 1) + (i >= 4 ? 8 : 0);
    } else if (bits[1] == 8) {
        *row = i < 4 || (i >= 8 && i < 12) ? group : group + 8;
        *column = thread * 4 + (i & 3) + (i >= 8 ? 16 : 0);
    } else {
        *row = i < 8 || (i >= 16 && i < 24) ? group : group + 8;
        *column = thread * 8 + (i & 7) + (i >= 16 ? 32 : 0);
    }
}

static double matrices[4][4][16][64];

static void move(int matrix, unsigned char *memory, int store) {
    int rows = matrix == 2 ? k : m, columns = matrix == 1 ? k : n, copies = m == 8 && bits[1] == 16 ? 4 : 1;
    int held = rows * columns * copies / 32, size = held * bits[matrix] / 8;
    const char *swap = getenv("FAKE_SWAP");
    for (int lane = 0; lane < 32; lane++)
        for (int i = 0; i < held; i++) {
            int copy, row, column, at = swap && *swap == "DABC"[matrix] && held > 1 && lane == 5 && i < 2 ? 1 - i : i;
            place(matrix, lane, at, &copy, &row, &column);
            double *own = matrix == 2 ? &matrices[2][copy][column][row] : &matrices[matrix][copy][row][column];
            unsigned char *bytes = memory + lane * size;
            if (bits[matrix] == 4) {
                *own = value(of[matrix], bytes[i / 2] >> i % 2 * 4 & 15);
            } else if (store) {
                uint64_t word = code(of[matrix], *own);
                memcpy(bytes + i * bits[matrix] / 8, &word, bits[matrix] / 8);
            } else {
                uint64_t word = 0;
                memcpy(&word, bytes + i * bits[matrix] / 8, bits[matrix] / 8);
                *own = value(of[matrix], word >> (bits[matrix] == 8 ? of[matrix]->shift : 0));
            }
        }
}

int cuLaunchKernel(void *function, unsigned x, unsigned y, unsigned z, unsigned bx, unsigned by, unsigned bz, unsigned shared,
                   void *stream, void **parameters, void **extra) {
    int wrong = number("FAKE_LAUNCH", 0), blocks = 0;
    if (wrong) return wrong;
    if (function != text || y != 1 || z != 1 || bx != 32 || by != 1 || bz != 1 || shared || stream || extra) return 1;
    /* The name: shape, four types, perhaps the type of scales. */
    const char *name = strstr(text, "mma.sync.aligned"), *shape = strstr(name, ".m"), *scaled = strstr(name, "scale_vec::");
    while (shape && sscanf(shape, ".m%dn%dk%d", &m, &n, &k) != 3) shape = strstr(shape + 1, ".m");
    char words[5][8] = {{0}};
    const char *types = shape ? strstr(shape, ".row.col.") : NULL;
    if (!types || sscanf(types, ".row.col.%7[a-z0-9].%7[a-z0-9].%7[a-z0-9].%7[a-z0-9].%7[a-z0-9]", words[0], words[1], words[2], words[3], words[4]) < 4) return 218;
    for (int i = 0; i < 4; i++) {
        if (!(of[i] = named(words[i]))) return 218;
        bits[i] = k == 64 ? (i == 1 || i == 2 ? 4 : of[i]->container) : of[i]->container;
    }
    const struct type *scale = named(words[4]);
    blocks = scaled ? scaled[11] - '0' : 0;
    for (unsigned warp = 0; warp < x; warp++) {
        unsigned char *memory[6];
        int copies = m == 8 && bits[1] == 16 ? 4 : 1, sizes[4] = {m * n, m * k, k * n, m * n};
        for (int i = 0; i < 4; i++) memory[i] = *(unsigned char **)parameters[i] + (size_t)warp * sizes[i] * copies * bits[i] / 8;
        for (int i = 4; i < 6; i++) memory[i] = *(unsigned char **)parameters[i] + warp * 128;
        for (int i = 1; i < 4; i++) move(i, memory[i], 0);
        for (int copy = 0; copy < copies; copy++)
            for (int row = 0; row < m; row++)
                for (int column = 0; column < n; column++) {
                    double sum = matrices[3][copy][row][column];
                    for (int p = 0; p < k; p++) {
                        double a = matrices[1][copy][row][p], b = matrices[2][copy][column][p];
                        /* Thread 0 of a quad has the scales of its first row, thread 1 those of its second, thread 0 of its column. */
                        if (blocks) {
                            int own = p * blocks / k, lane = row % 8 * 4 + row / 8;
                            a *= value(scale, memory[4][lane * 4 + own] & (strcmp(words[4], "ue4m3") ? 255 : 127));
                            b *= value(scale, memory[5][column * 16 + own] & (strcmp(words[4], "ue4m3") ? 255 : 127));
                        }
                        sum = fma(a, b, sum);
                    }
                    matrices[0][copy][row][column] = sum;
                }
        move(0, memory[0], 1);
    }
    return 0;
}
