/* Operations, coverage and draws from C. Ends with 0 where all is as it must be. */

#include "check.h"

#include <stdlib.h>

static void evaluates(void) {
    char *error = NULL;
    assay_op *fma = NULL;
    IS(assay_op_open("ieee.f32.fma", "rm=rup", &fma, &error) == ASSAY_STATUS_OK);
    IS(assay_op_operands(fma) == 3 && assay_op_results(fma) == 1);
    IS(assay_op_operand_words(fma) == 3 && assay_op_result_words(fma) == 1 && assay_op_flags(fma) == 5);
    assay_shape shape;
    IS(assay_op_operand(fma, 2, &shape, &error) == ASSAY_STATUS_OK);
    IS(shape.bits == 32 && shape.elements == 1 && shape.words == 1 && shape.words_per_element == 1);
    IS(strcmp(shape.name, "z") == 0 && strcmp(shape.format, "f32") == 0);
    IS(assay_op_result(fma, 0, &shape, &error) == ASSAY_STATUS_OK && shape.bits == 32);

    /* 1 * 1 + 2^-126: up it is the next number, inexact. */
    uint64_t x[3] = {0x3f800000, 0x3f800000, 0x00800000}, out = 0;
    uint8_t flags = 0xff;
    IS(assay_evaluate(fma, x, 3, &out, 1, &flags, &error) == ASSAY_STATUS_OK && error == NULL);
    IS(out == 0x3f800001 && flags == 1);
    IS(assay_evaluate(fma, x, 3, &out, 1, NULL, NULL) == ASSAY_STATUS_OK);
    static const uint64_t by_frm[5] = {0x3f800000, 0x3f800000, 0x3f800000, 0x3f800001, 0x3f800000};
    for (uint32_t frm = 0; frm < 5; frm++) {
        IS(assay_evaluate_frm(fma, frm, x, 3, &out, 1, &flags, &error) == ASSAY_STATUS_OK && out == by_frm[frm]);
    }
    REFUSED(assay_evaluate_frm(fma, 5, x, 3, &out, 1, &flags, &error), ASSAY_STATUS_NAME, "right: 0 (rne)");

    /* A column is its cases. */
    enum { CASES = 3000 };
    uint64_t *column = malloc(3 * CASES * sizeof *column), *outs = calloc(CASES, sizeof *outs);
    uint8_t *all = calloc(CASES, 1);
    for (uint64_t i = 0; i < CASES; i++) {
        column[3 * i] = 0x3f800000 + 977 * i;
        column[3 * i + 1] = (0xbf800001 + 131071 * i) & 0xffffffff;
        column[3 * i + 2] = 0x3f000000 + 31 * i;
    }
    IS(assay_evaluate_all(fma, CASES, column, 3 * CASES, outs, CASES, all, &error) == ASSAY_STATUS_OK);
    for (size_t i = 0; i < CASES; i++) {
        IS(assay_evaluate(fma, column + 3 * i, 3, &out, 1, &flags, &error) == ASSAY_STATUS_OK);
        IS(out == outs[i] && flags == all[i]);
    }
    column[3 * 2000] = 1ull << 32;
    REFUSED(assay_evaluate_all(fma, CASES, column, 3 * CASES, outs, CASES, all, &error), ASSAY_STATUS_SHAPE, "case 2000: element 0");
    REFUSED(assay_evaluate_all(fma, CASES, column, 3 * CASES - 1, outs, CASES, all, &error), ASSAY_STATUS_SHAPE, "right: 9000 words");
    REFUSED(assay_evaluate_all(fma, SIZE_MAX, column, 3, outs, 1, all, &error), ASSAY_STATUS_SHAPE, "flags");
    free(column);
    free(outs);
    free(all);

    REFUSED(assay_evaluate(NULL, x, 3, &out, 1, &flags, &error), ASSAY_STATUS_POINTER, "`op` is NULL");
    REFUSED(assay_evaluate(fma, NULL, 3, &out, 1, &flags, &error), ASSAY_STATUS_POINTER, "`x` is NULL");
    REFUSED(assay_evaluate(fma, (const uint64_t *)((const char *)x + 1), 2, &out, 1, &flags, &error), ASSAY_STATUS_POINTER, "not aligned");
    REFUSED(assay_evaluate(fma, x, 2, &out, 1, &flags, &error), ASSAY_STATUS_SHAPE, "operand 2 has length 0, right is 1");
    REFUSED(assay_evaluate(fma, x, 3, &out, 0, &flags, &error), ASSAY_STATUS_SHAPE, "right: 1 words");
    x[1] = 1ull << 32;
    REFUSED(assay_evaluate(fma, x, 3, &out, 1, &flags, &error), ASSAY_STATUS_SHAPE, "right is a code of 32 bits");
    REFUSED(assay_op_operand(fma, 3, &shape, &error), ASSAY_STATUS_SHAPE, "right: 0 to 2");
    REFUSED(assay_op_operand(fma, 0, NULL, &error), ASSAY_STATUS_POINTER, "`shape` is NULL");
    assay_op_close(fma);
    assay_op_close(NULL);

    assay_op *none = (assay_op *)&out;
    REFUSED(assay_op_open("ieee.f32.fam", NULL, &none, &error), ASSAY_STATUS_NAME, "ieee.f32.fma");
    IS(none == NULL);
    REFUSED(assay_op_open("ieee.f32.fma", "rm=upp", &none, &error), ASSAY_STATUS_NAME, "rup");
    REFUSED(assay_op_open("ieee.f32.fma\xff", NULL, &none, &error), ASSAY_STATUS_TEXT, "not UTF-8 behind 12 bytes");
    REFUSED(assay_op_open(NULL, NULL, &none, &error), ASSAY_STATUS_POINTER, "`id` is NULL");
    REFUSED(assay_op_open("ieee.f32.fma", NULL, NULL, &error), ASSAY_STATUS_POINTER, "`op` is NULL");
}

static void tells(void) {
    char *error = NULL, *text = NULL;
    assay_op *op = NULL;
    IS(assay_op_open("silicon.nvidia.hopper.mma.k8.tf32.tf32.f32", NULL, &op, &error) == ASSAY_STATUS_OK);
    uint64_t x[17] = {0x3f800000};
    IS(assay_op_operand_words(op) == 17);
    IS(assay_explain(op, x, 17, &text, &error) == ASSAY_STATUS_OK && strstr(text, "result") != NULL);
    assay_text_free(text);
    IS(assay_open_decisions(op, x, 17, &text, &error) == ASSAY_STATUS_OK && strcmp(text, "") == 0);
    assay_text_free(text);
    assay_op_close(op);
    REFUSED(assay_explain(NULL, x, 17, &text, &error), ASSAY_STATUS_POINTER, "`op` is NULL");
    IS(assay_op_open("silicon.nvidia.hopper.mma.k32.e4m3.e4m3.f32", NULL, &op, &error) == ASSAY_STATUS_OK);
    uint64_t wide[65] = {0x70};
    wide[32] = 0x70;
    wide[64] = 0x3f800000;
    IS(assay_open_decisions(op, wide, 65, &text, &error) == ASSAY_STATUS_OK && strcmp(text, "SIL-O8") == 0);
    assay_text_free(text);
    /* An operation without roundings. */
    uint64_t out;
    REFUSED(assay_evaluate_frm(op, 1, wide, 65, &out, 1, NULL, &error), ASSAY_STATUS_NAME, "a call without frm");
    assay_op_close(op);
}

static void compares(void) {
    char *error = NULL, *report = NULL;
    assay_op *op = NULL;
    IS(assay_op_open("ieee.f16.add", NULL, &op, &error) == ASSAY_STATUS_OK);
    uint64_t x[2] = {0x3c00, 0x0001}, out = 0x3c00;
    uint8_t flags = 1;
    IS(assay_compare(op, x, 2, &out, 1, &flags, NULL, &report, &error) == ASSAY_STATUS_OK && report == NULL);
    flags = 0;
    IS(assay_compare(op, x, 2, &out, 1, &flags, NULL, &report, &error) == ASSAY_STATUS_DIFFERS);
    IS(report != NULL && strstr(report, "ieee.f16.add") != NULL && strstr(report, "flags") != NULL);
    assay_text_free(report);
    assay_policy policy = {0, 0, 0, 1};
    IS(assay_compare(op, x, 2, &out, 1, &flags, &policy, &report, &error) == ASSAY_STATUS_OK);
    IS(assay_compare(op, x, 2, &out, 1, NULL, NULL, &report, &error) == ASSAY_STATUS_OK);
    out = 0x3c01;
    IS(assay_compare(op, x, 2, &out, 1, NULL, NULL, NULL, NULL) == ASSAY_STATUS_DIFFERS);
    /* Infinity less infinity: any quiet NaN, where that is asked for. */
    x[0] = 0x7c00, x[1] = 0xfc00, out = 0xfe01, flags = 0x10;
    IS(assay_compare(op, x, 2, &out, 1, &flags, NULL, NULL, &error) == ASSAY_STATUS_DIFFERS);
    policy = (assay_policy){0, 1, 0, 0};
    IS(assay_compare(op, x, 2, &out, 1, &flags, &policy, NULL, &error) == ASSAY_STATUS_OK);
    out = 0x7c01;
    IS(assay_compare(op, x, 2, &out, 1, &flags, &policy, NULL, &error) == ASSAY_STATUS_DIFFERS);
    policy.any_nan = 2;
    REFUSED(assay_compare(op, x, 2, &out, 1, &flags, &policy, NULL, &error), ASSAY_STATUS_NAME, "`any_nan`");
    out = 0x10000;
    REFUSED(assay_compare(op, x, 2, &out, 1, &flags, NULL, NULL, &error), ASSAY_STATUS_SHAPE, "result 0");
    out = 0, flags = 0x20;
    REFUSED(assay_compare(op, x, 2, &out, 1, &flags, NULL, NULL, &error), ASSAY_STATUS_SHAPE, "right: 5 bits");
    assay_op_close(op);
}

static void draws_and_covers(void) {
    char *error = NULL, *text = NULL;
    assay_op *op = NULL;
    assay_draw *draw = NULL;
    assay_coverage *coverage = NULL;
    IS(assay_op_open("ieee.f16.div", "rm=rtz", &op, &error) == ASSAY_STATUS_OK);
    IS(assay_coverage_open(&coverage, &error) == ASSAY_STATUS_OK);
    IS(assay_draw_open(op, "model", 0, 0, NULL, &draw, &error) == ASSAY_STATUS_OK);
    uint64_t x[2], cases = 0, hit = 0, goals = 1, left = assay_draw_left(draw);
    assay_status status;
    while ((status = assay_draw_next(draw, x, 2, &error)) == ASSAY_STATUS_OK) {
        IS(assay_coverage_case(coverage, op, x, 2, &error) == ASSAY_STATUS_OK);
        cases++;
    }
    IS(status == ASSAY_STATUS_END && cases == left && cases > 100);
    IS(assay_coverage_counts(coverage, &hit, &goals, &error) == ASSAY_STATUS_OK);
    IS(hit == goals && goals > 100);
    IS(assay_coverage_report(coverage, 10, &text, &error) == ASSAY_STATUS_OK);
    IS(strstr(text, "ieee.f16.div rm=rtz") != NULL && strstr(text, "100.00 %") != NULL);
    assay_text_free(text);
    REFUSED(assay_coverage_case(coverage, op, x, 1, &error), ASSAY_STATUS_SHAPE, "operand 1");
    assay_coverage_close(coverage);
    REFUSED(assay_draw_next(draw, x, 1, &error), ASSAY_STATUS_SHAPE, "right: 2");
    assay_draw_close(draw);
    REFUSED(assay_draw_open(op, "modell", 0, 0, NULL, &draw, &error), ASSAY_STATUS_NAME, "modell");
    REFUSED(assay_draw_open(op, "random", 10, 0, "3/2", &draw, &error), ASSAY_STATUS_NAME, "3/2");
    REFUSED(assay_draw_open(op, "random", 10, 0, NULL, NULL, &error), ASSAY_STATUS_POINTER, "`draw` is NULL");
    IS(draw == NULL);
    assay_op_close(op);
}

int main(void) {
    IS(assay_abi() / 100 == ASSAY_ABI / 100);
    IS(strlen(assay_version()) > 0);
    assay_text_free(NULL);
    evaluates();
    tells();
    compares();
    draws_and_covers();
    return failed;
}
