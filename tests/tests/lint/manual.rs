//! The manual's examples and error paragraphs of sections 3.6.1 to 3.6.13, in both directions: what it
//! calls right has no error, what it calls an error has that one, in its line.

mod paragraphs;
mod simultaneous;

use semantics::mncore2::check::{Checker, Rules, Severity};
use semantics::mncore2::text::parse;

/// Line, code and missing `nop` of every error of a source: in reading it, or by the rules.
fn errors(source: &str) -> Vec<(u32, &'static str, u32)> {
    let program = match parse(source) {
        Ok(program) => program,
        Err(errors) => {
            return errors.diagnostics.iter().map(|d| (d.line, d.code, d.nops)).collect();
        }
    };
    let mut checker = Checker::with(Rules::ASSEMBLER);
    let mut found = Vec::new();
    for line in program.lines() {
        let violations = checker.statement(line.number, line.statement()).into_iter();
        let wrong = violations.filter(|v| v.severity == Severity::Error);
        found.extend(wrong.map(|v| (line.number, v.code, v.nops)));
    }
    found
}

/// Section, right form, wrong form, code of the error, its line, missing `nop`.
type Row = (&'static str, &'static str, &'static str, &'static str, u32, u32);

#[track_caller]
fn both_directions(rows: &[Row]) {
    for (section, right, wrong, code, line, nops) in rows {
        assert_eq!(errors(right), [], "s. {section}:\n{right}");
        assert_eq!(errors(wrong), [(*line, *code, *nops)], "s. {section}:\n{wrong}");
    }
}

/// s. 3.6.3.1 to 3.6.3.8.
#[test]
fn transfers() {
    const ROWS: &[Row] = &[
        (
            "3.6.3.1",
            "l2bm@0 $lb0 $lc4096\nnop\nmvp/n4160 $lc0@.0 $d0",
            "l2bm@0 $lb0 $lc4096\nmvp/n4160 $lc0@.0 $d0",
            "MN-E-HAZARD-L2BM-MV",
            2,
            1,
        ),
        // One unit less does not reach what is written.
        (
            "3.6.3.1",
            "l2bm@0 $lb0 $lc4096\nmvp/n4096 $lc0@.0 $d0",
            "l2bm@0 $lb0 $lc4096\nmvp/n4160 $lc0@.0 $d0",
            "MN-E-HAZARD-L2BM-MV",
            2,
            1,
        ),
        (
            "3.6.3.2",
            "l2bm@0 $lb0 $lc0\nnop/3\nl2bmb $lc64 $lb64",
            "l2bm@0 $lb0 $lc0\nnop/2\nl2bmb $lc64 $lb64",
            "MN-E-HAZARD-L2BM",
            3,
            1,
        ),
        (
            "3.6.3.3 example 1",
            "l2bmb $lc0 $lb0\nnop/2\nl2bm@0 $lb64 $lc64",
            "l2bmb $lc0 $lb0\nnop\nl2bm@0 $lb64 $lc64",
            "MN-E-HAZARD-L2BM-DOWN",
            3,
            1,
        ),
        (
            "3.6.3.3 example 2",
            "l2bmb@0 $lc0 $lb0\nl2bm@1 $lb0 $lc64",
            "l2bmb@1 $lc0 $lb0\nl2bm@1 $lb0 $lc64",
            "MN-E-HAZARD-L2BM-DOWN",
            2,
            2,
        ),
        (
            "3.6.3.4 example 1",
            "l2bmi@0/0 $lb0 $lb0\nnop/3\nl2bm@1 $lb64 $lc64",
            "l2bmi@0/0 $lb0 $lb0\nnop/2\nl2bm@1 $lb64 $lc64",
            "MN-E-HAZARD-L2BMI",
            3,
            1,
        ),
        (
            "3.6.3.4 example 2",
            "l2bmi@0/0 $lb0 $lb0\nl2bmi@0/0 $lb64 $lb64",
            "l2bmi@0/0 $lb0 $lb0\nl2bmi@1/0 $lb64 $lb64",
            "MN-E-HAZARD-L2BMI",
            2,
            3,
        ),
        (
            "3.6.3.5",
            "l2bmi@0/0 $lb64 $lb64\nnop\nl1bmm $lb52 $lr0v",
            "l2bmi@0/0 $lb64 $lb64\nnop\nl1bmm $lb56 $lr0v",
            "MN-E-HAZARD-L2BMI-L1BM",
            3,
            1,
        ),
        (
            "3.6.3.6",
            "l2bmb $lc0 $lb64\nl1bmm $lb52 $lr0v",
            "l2bmb $lc0 $lb64\nl1bmm $lb56 $lr0v",
            "MN-E-HAZARD-L2BM-L1BM",
            2,
            1,
        ),
        (
            "3.6.3.7",
            "l1bmr4dfadd $r0v $lb48\nnop/2\nl2bmrdfadd $lb64 $lc0",
            "l1bmr4dfadd $r0v $lb32\nnop/2\nl2bmrdfadd $lb64 $lc0",
            "MN-E-HAZARD-L1BM-L2BM",
            3,
            1,
        ),
        (
            "3.6.3.8",
            "l1bmrdfadd $r0v $lb0\nnop/2\nl1bmm $lb16 $ls0v",
            "l1bmrdfadd $r0v $lb0\nnop\nl1bmm $lb16 $ls0v",
            "MN-E-HAZARD-L1BM",
            3,
            1,
        ),
    ];
    both_directions(ROWS);
}

/// s. 3.6.3.9.
#[test]
fn pe_memories() {
    const PLACED: &str = "imm f\"1.0\" $r0/MASK\nnop\ndvadd $lm0v $r0e $ln0v";
    for (mask, missing) in [("1000", 0), ("0100", 0), ("0010", 1), ("0001", 1)] {
        let expected: Vec<_> =
            (missing > 0).then_some((3, "MN-E-HAZARD-GRF0", missing)).into_iter().collect();
        assert_eq!(errors(&PLACED.replace("MASK", mask)), expected, "/{mask}");
    }
    const ROWS: &[Row] = &[
        (
            "two steps behind a write of an LM",
            "lpassa $lr0v $lm0v\nnop/2\nlpassa $lm64v $lr0v",
            "lpassa $lr0v $lm0v\nnop\nlpassa $lm64v $lr0v",
            "MN-E-HAZARD-LM0",
            3,
            1,
        ),
        (
            "the same for LM1",
            "lpassa $lr0v $ln0v\nnop/2\nlpassa $ln64v $lr0v",
            "lpassa $lr0v $ln0v\nlpassa $ln64v $lr0v",
            "MN-E-HAZARD-LM1",
            2,
            2,
        ),
        (
            "one step behind a write of the same address of a GRF",
            "lpassa $lm0v $lr0v\nnop\nlpassa $lr0v $ln0v",
            "lpassa $lm0v $lr0v\nlpassa $lr0v $ln0v",
            "MN-E-HAZARD-GRF0",
            2,
            1,
        ),
        (
            "other addresses of a GRF at once",
            "lpassa $lm0v $ls0v\nlpassa $ls8v $ln0v",
            "lpassa $lm0v $ls0v\nlpassa $ls6v $ln0v",
            "MN-E-HAZARD-GRF1",
            2,
            2,
        ),
        (
            "one step behind a write of T",
            "lpassa $lm0v $t\nnop\nlpassa $t $ln0v",
            "lpassa $lm0v $t\nlpassa $t $ln0v",
            "MN-E-HAZARD-T",
            2,
            1,
        ),
        (
            "reads and writes in one step",
            "lpassa $lm0v $lm0v\nlpassa $lr0v $lr0v\nlpassa $t $t",
            "lpassa $lm0v $lm0v\nlpassa $lr0v $lr0v\nlpassa $lr0v $lr8v",
            "MN-E-HAZARD-GRF0",
            3,
            1,
        ),
        (
            "mask registers in the next step",
            "lpassa $lm0v $omr1\nlpassa $ln0v $lr0v/$imr1",
            "lpassa $lm0v $omr1\nlpassa $ln0v $lr0v/$imr1\nlpassa $lr0v $ln0v",
            "MN-E-HAZARD-GRF0",
            3,
            1,
        ),
    ];
    both_directions(ROWS);
}
