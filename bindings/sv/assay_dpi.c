/* What SystemVerilog calls through DPI-C: a case's words are put one by one, or as scalars; words of a failure stay with the handle. Compile it with
 * the design, and link libassay. */

#include "assay.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Some simulators compile C as C++. */
#ifdef __cplusplus
extern "C" {
#endif

/* A case of an operation. */
typedef struct {
    assay_op *op;
    assay_coverage *coverage;
    assay_draw *draw;
    uint64_t *x, *out, *found;
    size_t words, outs;
    uint8_t flags;
    char *text; /* The last words: of a failure, a report, an explanation. */
} assay_case;

static void put_text(assay_case *c, char *text) {
    assay_text_free(c->text);
    c->text = text;
}

/* Calls, and keeps words of a failure. */
#define CALL(c, call)                                                                                                  \
    do {                                                                                                               \
        char *error = NULL;                                                                                            \
        int status = (int)(call);                                                                                      \
        if (error != NULL) {                                                                                           \
            put_text(c, error);                                                                                        \
        }                                                                                                              \
        return status;                                                                                                 \
    } while (0)

/* A handle, also where the operation does not open: assay_dpi_is_open and assay_dpi_text tell. */
void *assay_dpi_open(const char *id, const char *options) {
    assay_case *c = (assay_case *)calloc(1, sizeof *c);
    if (c == NULL || assay_op_open(id, options, &c->op, &c->text) != ASSAY_STATUS_OK) {
        return c;
    }
    c->words = assay_op_operand_words(c->op);
    c->outs = assay_op_result_words(c->op);
    c->x = (uint64_t *)calloc(c->words + 1, sizeof *c->x);
    c->out = (uint64_t *)calloc(c->outs + 1, sizeof *c->out);
    c->found = (uint64_t *)calloc(c->outs + 1, sizeof *c->found);
    return c;
}

int assay_dpi_is_open(void *handle) {
    assay_case *c = (assay_case *)handle;
    return c != NULL && c->op != NULL && c->x != NULL && c->out != NULL && c->found != NULL;
}

/* The last words; an empty text where there are none. They live until the next call with this handle. */
const char *assay_dpi_text(void *handle) {
    assay_case *c = (assay_case *)handle;
    if (c == NULL) {
        return "no memory for an operation";
    }
    return c->text != NULL ? c->text : "";
}

void assay_dpi_close(void *handle) {
    assay_case *c = (assay_case *)handle;
    if (c != NULL) {
        assay_op_close(c->op);
        assay_coverage_close(c->coverage);
        assay_draw_close(c->draw);
        assay_text_free(c->text);
        free(c->x);
        free(c->out);
        free(c->found);
        free(c);
    }
}

int assay_dpi_words(void *handle) { return assay_dpi_is_open(handle) ? (int)((assay_case *)handle)->words : 0; }

int assay_dpi_outs(void *handle) { return assay_dpi_is_open(handle) ? (int)((assay_case *)handle)->outs : 0; }

int assay_dpi_flag_bits(void *handle) { return assay_dpi_is_open(handle) ? (int)assay_op_flags(((assay_case *)handle)->op) : 0; }

/* Bits of word `index` among these operands or results; 0 where there is no such word. */
static int bits_of(void *handle, int index, size_t count,
                   enum assay_status (*shape_of)(const struct assay_op *, size_t, struct assay_shape *, char **)) {
    assay_shape shape;
    size_t word = (size_t)index, at;
    for (at = 0; index >= 0 && at < count; at++) {
        if (shape_of(((assay_case *)handle)->op, at, &shape, NULL) != ASSAY_STATUS_OK) {
            return 0;
        }
        if (word < shape.words) {
            uint32_t above = shape.bits - 64 * (uint32_t)(word % shape.words_per_element);
            return above < 64 ? (int)above : 64;
        }
        word -= shape.words;
    }
    return 0;
}

int assay_dpi_bits(void *handle, int index) {
    size_t count = assay_dpi_is_open(handle) ? assay_op_operands(((assay_case *)handle)->op) : 0;
    return bits_of(handle, index, count, assay_op_operand);
}

int assay_dpi_out_bits(void *handle, int index) {
    size_t count = assay_dpi_is_open(handle) ? assay_op_results(((assay_case *)handle)->op) : 0;
    return bits_of(handle, index, count, assay_op_result);
}

/* Puts operand word `index`; 0 where there is no such word. */
int assay_dpi_put(void *handle, int index, uint64_t word) {
    assay_case *c = (assay_case *)handle;
    if (!assay_dpi_is_open(c) || index < 0 || (size_t)index >= c->words) {
        return 0;
    }
    c->x[index] = word;
    return 1;
}

/* Puts result word `index` of the design. */
int assay_dpi_put_found(void *handle, int index, uint64_t word) {
    assay_case *c = (assay_case *)handle;
    if (!assay_dpi_is_open(c) || index < 0 || (size_t)index >= c->outs) {
        return 0;
    }
    c->found[index] = word;
    return 1;
}

uint64_t assay_dpi_x(void *handle, int index) {
    assay_case *c = (assay_case *)handle;
    return assay_dpi_is_open(c) && index >= 0 && (size_t)index < c->words ? c->x[index] : 0;
}

uint64_t assay_dpi_out(void *handle, int index) {
    assay_case *c = (assay_case *)handle;
    return assay_dpi_is_open(c) && index >= 0 && (size_t)index < c->outs ? c->out[index] : 0;
}

unsigned char assay_dpi_flags(void *handle) {
    assay_case *c = (assay_case *)handle;
    return assay_dpi_is_open(c) ? c->flags : 0;
}

/* Evaluates the words that were put; frm below 0 is the operation's own rounding. */
int assay_dpi_evaluate(void *handle, int frm) {
    assay_case *c = (assay_case *)handle;
    if (!assay_dpi_is_open(c)) {
        return ASSAY_STATUS_POINTER;
    }
    if (frm < 0) {
        CALL(c, assay_evaluate(c->op, c->x, c->words, c->out, c->outs, &c->flags, &error));
    }
    CALL(c, assay_evaluate_frm(c->op, (uint32_t)frm, c->x, c->words, c->out, c->outs, &c->flags, &error));
}

/* The same of scalars, in one call: what is beyond the operands is not looked at. The flags stay with the handle. */
int assay_dpi_scalar(void *handle, int frm, uint64_t a, uint64_t b, uint64_t d, uint64_t *out) {
    assay_case *c = (assay_case *)handle;
    *out = 0;
    if (!assay_dpi_is_open(c)) {
        return ASSAY_STATUS_POINTER;
    }
    const uint64_t x[3] = {a, b, d};
    if (c->words > 3 || c->outs != 1) {
        put_text(c, NULL);
        return ASSAY_STATUS_SHAPE;
    }
    if (frm < 0) {
        CALL(c, assay_evaluate(c->op, x, c->words, out, 1, &c->flags, &error));
    }
    CALL(c, assay_evaluate_frm(c->op, (uint32_t)frm, x, c->words, out, 1, &c->flags, &error));
}

/* Compares the result words that were put with the right ones. `policy`: bit 0 open cases pass, 1 any quiet NaN, 2 any integer of an invalid
 * conversion, 3 no flags. The report is the text of the handle. */
int assay_dpi_compare(void *handle, unsigned char flags, int has_flags, int policy) {
    assay_case *c = (assay_case *)handle;
    if (!assay_dpi_is_open(c)) {
        return ASSAY_STATUS_POINTER;
    }
    const uint32_t bits = (uint32_t)policy;
    const assay_policy own = {bits & 1, bits >> 1 & 1, bits >> 2 & 1, bits >> 3 & 1};
    char *report = NULL, *error = NULL;
    const int status = (int)assay_compare(c->op, c->x, c->words, c->found, c->outs, has_flags ? &flags : NULL, &own, &report, &error);
    if (report != NULL || error != NULL) {
        put_text(c, report != NULL ? report : error);
    }
    return status;
}

/* How the case that was put comes about: the text of the handle. */
int assay_dpi_explain(void *handle) {
    assay_case *c = (assay_case *)handle;
    if (!assay_dpi_is_open(c)) {
        return ASSAY_STATUS_POINTER;
    }
    char *text = NULL, *error = NULL;
    const int status = (int)assay_explain(c->op, c->x, c->words, &text, &error);
    put_text(c, text != NULL ? text : error);
    return status;
}

/* Counts the case that was put. */
int assay_dpi_cover(void *handle) {
    assay_case *c = (assay_case *)handle;
    if (!assay_dpi_is_open(c)) {
        return ASSAY_STATUS_POINTER;
    }
    if (c->coverage == NULL) {
        char *error = NULL;
        const int status = (int)assay_coverage_open(&c->coverage, &error);
        if (status != ASSAY_STATUS_OK) {
            put_text(c, error);
            return status;
        }
    }
    CALL(c, assay_coverage_case(c->coverage, c->op, c->x, c->words, &error));
}

/* Goals hit and goals that can be reached; the report is the text of the handle. */
int assay_dpi_covered(void *handle, int holes, uint64_t *hit, uint64_t *reachable) {
    assay_case *c = (assay_case *)handle;
    *hit = 0;
    *reachable = 0;
    if (!assay_dpi_is_open(c) || c->coverage == NULL) {
        return ASSAY_STATUS_POINTER;
    }
    char *text = NULL, *error = NULL;
    int status = (int)assay_coverage_counts(c->coverage, hit, reachable, &error);
    if (status == ASSAY_STATUS_OK) {
        status = (int)assay_coverage_report(c->coverage, holes < 0 ? 0 : (size_t)holes, &text, &error);
    }
    put_text(c, text != NULL ? text : error);
    return status;
}

/* Draws cases: the first call of `assay_dpi_next` puts the first. */
int assay_dpi_draw(void *handle, const char *cover, uint64_t count, uint64_t seed, const char *shard) {
    assay_case *c = (assay_case *)handle;
    if (!assay_dpi_is_open(c)) {
        return ASSAY_STATUS_POINTER;
    }
    assay_draw_close(c->draw);
    c->draw = NULL;
    CALL(c, assay_draw_open(c->op, cover, count, seed, shard, &c->draw, &error));
}

/* Puts the next case that was drawn: 1, or 0 behind the last. */
int assay_dpi_next(void *handle) {
    assay_case *c = (assay_case *)handle;
    if (!assay_dpi_is_open(c) || c->draw == NULL) {
        return 0;
    }
    return assay_draw_next(c->draw, c->x, c->words, NULL) == ASSAY_STATUS_OK;
}

#ifdef __cplusplus
}
#endif
