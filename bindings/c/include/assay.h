/* The C interface of Assay. Made by cbindgen from bindings/c/src; `BLESS=1 cargo test -p assay-c --test header` writes it anew. */

#ifndef ASSAY_H
#define ASSAY_H

#include <stddef.h>
#include <stdint.h>


// The version of this interface: hundreds change where something that was there is not what it was, the rest grows with what is
// added.
#define ASSAY_ABI 100

// What a call says.
typedef enum assay_status {
  // It is done.
  ASSAY_STATUS_OK = 0,
  // A comparison: the result is not the right one.
  ASSAY_STATUS_DIFFERS = 1,
  // There is no more, of draws.
  ASSAY_STATUS_END = 2,
  // A pointer is NULL or not aligned.
  ASSAY_STATUS_POINTER = 3,
  // A text is not UTF-8.
  ASSAY_STATUS_TEXT = 4,
  // There is no such operation, option, rounding, machine or part.
  ASSAY_STATUS_NAME = 5,
  // Words are too few or too many, or are no codes of their format.
  ASSAY_STATUS_SHAPE = 6,
  // No enclosure decides the result; nothing is guessed.
  ASSAY_STATUS_UNDECIDED = 7,
  // A program has errors, or stopped before its end.
  ASSAY_STATUS_PROGRAM = 8,
  // A file cannot be read.
  ASSAY_STATUS_FILE = 9,
  // An error of this library.
  ASSAY_STATUS_FAULT = 10,
} assay_status;

// Which goals of the models cases have hit. Of one thread at a time.
typedef struct assay_coverage assay_coverage;

// Operands of cases still to come. Of one thread at a time.
typedef struct assay_draw assay_draw;

// An operation under a choice of options. Threads may share it.
typedef struct assay_op assay_op;

// A machine, its state and its programs. Of one thread at a time.
typedef struct assay_machine assay_machine;

// Which other results count as right: 0 or 1 in each. All zeros: none.
typedef struct assay_policy {
  // Where the bits hang on an open decision: 0 insist, a difference like any other; 1 skip, no difference.
  uint32_t unspecified;
  // Whether any quiet NaN is right where a NaN is.
  uint32_t any_nan;
  // Whether any of the integers that machines give is right where a conversion to integers is invalid.
  uint32_t any_integer;
  // Whether flags are not compared.
  uint32_t no_flags;
} assay_policy;

// What an operand or a result is made of.
typedef struct assay_shape {
  // Its name. Lives as long as the operation is open.
  const char *name;
  // The format of its elements. Lives as long.
  const char *format;
  // Bits of an element.
  uint32_t bits;
  // Words of 64 bits of an element, the lowest first.
  uint32_t words_per_element;
  // Elements.
  size_t elements;
  // Words of all elements.
  size_t words;
} assay_shape;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// `ASSAY_ABI` of the library that is linked: a program that was built with another hundred must not go on.
uint32_t assay_abi(void);

// The version of Assay. Not to be freed.
const char *assay_version(void);

// Frees a text that a function of this library made. NULL is nothing.
//
// # Safety
// The text is one of this library's, and is not freed twice.
void assay_text_free(char *text);

// Compares a result with the right one. `ASSAY_STATUS_OK` where it is right, `ASSAY_STATUS_DIFFERS` where it is not: then `report`,
// if it is not NULL, has what `assay check` says of it, else NULL. `flags` is a byte, or NULL where the design has none; `policy` may
// be NULL.
//
// # Safety
// As `assay_evaluate`; `policy` is NULL or a policy, `report` is NULL or may be written to.
enum assay_status assay_compare(const struct assay_op *op,
                                const uint64_t *x,
                                size_t words,
                                const uint64_t *out,
                                size_t out_words,
                                const uint8_t *flags,
                                const struct assay_policy *policy,
                                char **report,
                                char **error);

// Begins to measure.
//
// # Safety
// `coverage` and `error` may be written to.
enum assay_status assay_coverage_open(struct assay_coverage **coverage, char **error);

// Counts a case, of any operation and options.
//
// # Safety
// `coverage` and `op` are open, `x` has `words` words, `error` may be written to.
enum assay_status assay_coverage_case(struct assay_coverage *coverage,
                                      const struct assay_op *op,
                                      const uint64_t *x,
                                      size_t words,
                                      char **error);

// Goals hit, and goals that can be reached, of all operations and options that were counted.
//
// # Safety
// `coverage` is open; the others may be written to.
enum assay_status assay_coverage_counts(const struct assay_coverage *coverage,
                                        uint64_t *hit,
                                        uint64_t *reachable,
                                        char **error);

// The report that `assay cover` prints, with at most `holes` of the goals that each operation lacks.
//
// # Safety
// `coverage` is open; the others may be written to.
enum assay_status assay_coverage_report(const struct assay_coverage *coverage, size_t holes, char **text, char **error);

// Ends measuring. NULL is nothing.
//
// # Safety
// It is open, and nobody uses it any more.
void assay_coverage_close(struct assay_coverage *coverage);

// Draws cases of an operation under its options: `cover` is `random`, `corner`, `model` or `exhaustive`, several of them in a row
// (`corner,random`) or `all`, and behind ` where ` perhaps the domain of the operands (`random where no-nan,x=1..2`); `count` and `seed` are of
// `random` alone; `shard` is I/N, or NULL for all. The cases are those of `assay gen` with the same words, in its order.
//
// # Safety
// `op` is open, texts end with a zero, `draw` and `error` may be written to.
enum assay_status assay_draw_open(const struct assay_op *op,
                                  const char *cover,
                                  uint64_t count,
                                  uint64_t seed,
                                  const char *shard,
                                  struct assay_draw **draw,
                                  char **error);

// How many cases are still to come; 0 of NULL.
//
// # Safety
// `draw` is NULL or open.
uint64_t assay_draw_left(const struct assay_draw *draw);

// The operands of the next case, as `assay_evaluate` takes them; `ASSAY_STATUS_END` behind the last.
//
// # Safety
// `draw` is open, `x` has room for `words`, `error` may be written to.
enum assay_status assay_draw_next(struct assay_draw *draw, uint64_t *x, size_t words, char **error);

// Ends drawing. NULL is nothing.
//
// # Safety
// It is open, and nobody uses it any more.
void assay_draw_close(struct assay_draw *draw);

// Evaluates a case. Operands are `words` words of 64 bits, one operand after the other, each element in a word (or as many as
// its shape says, the lowest first) with zeros above its bits; results go to `out` likewise. `flags` may be NULL.
//
// # Safety
// `op` is open, `x` has `words` words and `out` room for `out_words`; `flags` and `error` are NULL or may be written to.
enum assay_status assay_evaluate(const struct assay_op *op,
                                 const uint64_t *x,
                                 size_t words,
                                 uint64_t *out,
                                 size_t out_words,
                                 uint8_t *flags,
                                 char **error);

// The same with the rounding of one of RISC-V's `frm` numbers (0 rne, 1 rtz, 2 rdn, 3 rup, 4 rmm) in the place of that with which
// the operation was opened.
//
// # Safety
// As `assay_evaluate`.
enum assay_status assay_evaluate_frm(const struct assay_op *op,
                                     uint32_t frm,
                                     const uint64_t *x,
                                     size_t words,
                                     uint64_t *out,
                                     size_t out_words,
                                     uint8_t *flags,
                                     char **error);

// Evaluates `count` cases: case by case the operands, the results and, where `flags` is not NULL, a byte of flags. What stands in
// front of a case that is refused is done.
//
// # Safety
// As `assay_evaluate`; `flags` is NULL or has room for `count`.
enum assay_status assay_evaluate_all(const struct assay_op *op,
                                     size_t count,
                                     const uint64_t *x,
                                     size_t words,
                                     uint64_t *out,
                                     size_t out_words,
                                     uint8_t *flags,
                                     char **error);

// The open decisions on which the bits of a case hang, as ids joined by blanks: no source determines them. An empty text where
// there are none.
//
// # Safety
// As `assay_evaluate`; `ids` may be written to.
enum assay_status assay_open_decisions(const struct assay_op *op,
                                       const uint64_t *x,
                                       size_t words,
                                       char **ids,
                                       char **error);

// How the result of a case comes about, as `assay explain` prints it.
//
// # Safety
// As `assay_evaluate`; `text` may be written to.
enum assay_status assay_explain(const struct assay_op *op, const uint64_t *x, size_t words, char **text, char **error);

// Opens a machine at reset: `mncore2`, `pod`, `xdsa` or `tile`, with parameters of its model as `set` of case files has them
// (`name=value`, joined by blanks; NULL for none).
//
// # Safety
// Texts end with a zero; `machine` and `error` may be written to.
enum assay_status assay_machine_open(const char *name,
                                     const char *parameters,
                                     struct assay_machine **machine,
                                     char **error);

// Reads a program for a core (0 where the machine has one): source text of `size` bytes in the machine's language. What was loaded
// for the core before goes; the state stays.
//
// # Safety
// `machine` is open, `source` has `size` bytes, `error` may be written to.
enum assay_status assay_machine_load(struct assay_machine *machine,
                                     uint32_t core,
                                     const char *source,
                                     size_t size,
                                     char **error);

// The same of a file.
//
// # Safety
// `machine` is open, `path` ends with a zero, `error` may be written to.
enum assay_status assay_machine_load_file(struct assay_machine *machine, uint32_t core, const char *path, char **error);

// Runs the programs from their beginning on the state as it is: at most `limit` steps, 0 for the machine's own limit. Where more
// would be run it is `ASSAY_STATUS_END`, and so many steps are done. `assay_machine_step` goes on from where it stopped.
// `output`, if it is not NULL, has what the program wrote (dumps), also where it stopped.
//
// # Safety
// `machine` is open; `output` and `error` are NULL or may be written to.
enum assay_status assay_machine_run(struct assay_machine *machine,
                                    uint64_t limit,
                                    char **output,
                                    char **error);

// Parts of the state by the name that case files have for them, of a memory `units` units from there on: a line `NAME=VALUE` for each
// element that the name stands for.
//
// # Safety
// `machine` is open, `target` ends with a zero, `values` and `error` may be written to.
enum assay_status assay_machine_get(struct assay_machine *machine,
                                    const char *target,
                                    size_t units,
                                    char **values,
                                    char **error);

// Sets a part of the state, in every element that the name stands for, to a value as case files write it.
//
// # Safety
// `machine` is open, texts end with a zero, `error` may be written to.
enum assay_status assay_machine_set(struct assay_machine *machine, const char *target, const char *value, char **error);

// What a run left, for people, of machines whose programs don't dump themselves.
//
// # Safety
// `machine` is open; `text` and `error` may be written to.
enum assay_status assay_machine_dump(struct assay_machine *machine, char **text, char **error);

// Closes a machine. NULL is nothing.
//
// # Safety
// It is open, and nobody uses it any more.
void assay_machine_close(struct assay_machine *machine);

// Opens an operation by its id (`ieee.f32.fma`; `assay ops` lists them) or an instruction (`fcvt.wu.d`, with the options that it has) and
// options (`rm=rup tininess=before`, joined by blanks; `?nan=riscv` where the operation may lack it; NULL for none).
//
// # Safety
// Texts end with a zero; `op` and `error` may be written to.
enum assay_status assay_op_open(const char *id,
                                const char *options,
                                struct assay_op **op,
                                char **error);

// Closes an operation. NULL is nothing.
//
// # Safety
// It is open, and nobody uses it any more.
void assay_op_close(struct assay_op *op);

// How many operands it has; 0 of NULL.
//
// # Safety
// `op` is NULL or open. So is it below.
size_t assay_op_operands(const struct assay_op *op);

// How many results it has.
//
// # Safety
// As `assay_op_operands`.
size_t assay_op_results(const struct assay_op *op);

// Words of 64 bits that the operands of a case take, one after the other.
//
// # Safety
// As `assay_op_operands`.
size_t assay_op_operand_words(const struct assay_op *op);

// Words of 64 bits that its results take.
//
// # Safety
// As `assay_op_operands`.
size_t assay_op_result_words(const struct assay_op *op);

// The flags that it has: 0 none, 1 MN-Core 2's mask flag, 5 the exceptions of IEEE 754 (bit 0 inexact, 1 underflow, 2 overflow,
// 3 divide by zero, 4 invalid: TestFloat's and RISC-V's order).
//
// # Safety
// As `assay_op_operands`.
uint32_t assay_op_flags(const struct assay_op *op);

// What operand `index` (from 0) is made of.
//
// # Safety
// `op` is open; `shape` and `error` may be written to.
enum assay_status assay_op_operand(const struct assay_op *op, size_t index, struct assay_shape *shape, char **error);

// What result `index` (from 0) is made of.
//
// # Safety
// As `assay_op_operand`.
enum assay_status assay_op_result(const struct assay_op *op, size_t index, struct assay_shape *shape, char **error);

// Makes so many steps of the programs, of several cores all together, from where the last call stopped. It is `ASSAY_STATUS_OK` where
// they go on, and `ASSAY_STATUS_END` where they have ended, with these steps or before. `output`, if it is not NULL, has what the
// programs wrote in these steps. Until they have ended, or are loaded or run from the beginning, no part of the state is set. Each
// call takes the time of all steps up to it.
//
// # Safety
// `machine` is open; `output` and `error` are NULL or may be written to.
enum assay_status assay_machine_step(struct assay_machine *machine,
                                     uint64_t steps,
                                     char **output,
                                     char **error);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* ASSAY_H */
