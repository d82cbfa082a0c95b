//! The manual's examples and error paragraphs of sections 3.6.1 to 3.6.13, in both directions: what it
//! calls right has no error, what it calls an error has that one, in its line.

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
        let violations = checker.statement(line.number, &line.statement).into_iter();
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

/// s. 3.6.4, one row or more for each condition.
#[test]
fn simultaneous() {
    const ROWS: &[Row] = &[
        (
            "one expression a group",
            "lxor $lm0v $lr0v $ln0v; fvpassa $ls0v $t",
            "lxor $lm0v $lr0v $ln0v; lpassa $ls0v $t",
            "MN-E-SLOT",
            1,
            0,
        ),
        ("l2bm and l2bmdarw", "l2bmb $lc0 $lb0; l2bmdarw", "l2bmdarw; l2bmdarw", "MN-E-SLOT", 1, 0),
        // The footnote: l2bmdars counts as any other.
        (
            "footnote 4",
            "l2bmdars $lc0@.0 $dar0; l2bmdarw",
            "l2bmdars $lc0@.0 $dar0; l2bmb $lc0 $lb0",
            "MN-E-SLOT",
            1,
            0,
        ),
        (
            "nop with wait only",
            "mvp/n64i01 $p0@0 $d0@0\nnop; wait i01",
            "nop; lpassa $lm0v $ln0v",
            "MN-E-NOP-ALONE",
            1,
            0,
        ),
        (
            "two of the MAU's groups",
            "fvpassa $lm0v $lr0v; fmread $lx0 $ln0v",
            "fvpassa $lm0v $lr0v; fmread $lx0 $ln0v; fmwrite $ls0v $ly0",
            "MN-E-MAU-PAIR",
            1,
            0,
        ),
        (
            "of one precision",
            "dmwrite $lm0v $lx0; dmread $ly0 $lr0v",
            "dmwrite $lm0v $lx0; fmread $ly0 $lr0v",
            "MN-E-MAU-PAIR",
            1,
            0,
        ),
        (
            "the second input of a product is that of mwrite",
            "fvmul $lm0v $lr0v $ln0v; fmwrite $lr0v $lx0",
            "fvmul $lm0v $lr0v $ln0v; fmwrite $lm0v $lx0",
            "MN-E-MWRITE-INPUT",
            1,
            0,
        ),
        (
            "with the same minus",
            "fvmul $lm0v -$lr0v $ln0v; fmwrite -$lr0v $lx0",
            "fvmul $lm0v -$lr0v $ln0v; fmwrite $lr0v $lx0",
            "MN-E-MWRITE-INPUT",
            1,
            0,
        ),
        (
            "with the same precision extension",
            "fvmul $lm0v $lr0ve $ln0v; fmwrite $lr0ve $lx0",
            "fvmul $lm0v $lr0ve $ln0v; fmwrite $lr0v $lx0",
            "MN-E-MWRITE-INPUT",
            1,
            0,
        ),
        (
            "with the same precision shortening",
            "hvmul $lm0v $llr0vr $lln0v; hmwrite $llr0vr $lx0",
            "hvmul $lm0v $llr0vr $lln0v; hmwrite $llr0v $llx0",
            "MN-E-MWRITE-INPUT",
            1,
            0,
        ),
        (
            "each matrix side once",
            "fmwrite $lm0v $lx0; fmread $ly0 $lr0v",
            "fmwrite $lm0v $lx0; fmread $lx4 $lr0v",
            "MN-E-MATSIDE",
            1,
            0,
        ),
        (
            "one writer an operand",
            "lpassa $lm0v $lr0v; fvpassa $aluf $ls0v",
            "lpassa $lm0v $lr0v; fvpassa $aluf $lr8v",
            "MN-E-WRITE-PORT",
            1,
            0,
        ),
        (
            "one writer of mask registers",
            "lpassa $lm0v $omr1; fvpassa $aluf $ls0v",
            "lpassa $lm0v $omr1; fvpassa $aluf $omr2",
            "MN-E-WRITE-PORT",
            1,
            0,
        ),
        (
            "reads of one region",
            "lxor $lr0v $lm0v $ln0v; fvpassa $lr0v $ls0v",
            "lxor $lr0v $lm0v $ln0v; fvpassa $lr8v $ls0v",
            "MN-E-READ-PORT",
            1,
            0,
        ),
        // The text of s. 3.7.2 says which form is an error.
        (
            "3.7.2",
            "isub $lr0v $llm0v $ln0v; l1bmm@0 $llm0v $llb0",
            "isub $lr0v $lm0v4 $ln0v; l1bmm@0 $llm0v $llb0",
            "MN-E-READ-PORT",
            1,
            0,
        ),
        (
            "masks of one entry",
            "lpassa $lm0v $lr0v/$imr1; fvpassa $aluf $ls0v/$imr1",
            "lpassa $lm0v $lr0v/$imr1; fvpassa $aluf $ls0v/$imr2",
            "MN-E-MASK-MIX",
            1,
            0,
        ),
        (
            "an LM read and written at once",
            "lpassa $lm0v $lm0v; fvpassa $ln8v $ln8v",
            "lpassa $lm0v $lm8v; fvpassa $ln8v $ln8v",
            "MN-E-LM-RW",
            1,
            0,
        ),
        ("the same for LM1", "lpassa $ln0v $ln0v", "lpassa $ln0v $n0v", "MN-E-LM-RW", 1, 0),
        (
            "an immediate without LM0",
            "imm i\"1\" $lr0v; fvpassa $ln0v $ls0v",
            "imm i\"1\" $lr0v; fvpassa $lm0v $ls0v",
            "MN-E-IMM-LM0",
            1,
            0,
        ),
        (
            "one zero flush",
            "lpassa/1000 $lm0v $lr0v; fvpassa $aluf $ls0v",
            "lpassa/1000 $lm0v $lr0v; fvpassa/1000 $aluf $ls0v",
            "MN-E-ZFLUSH",
            1,
            0,
        ),
        (
            "masks of one width",
            "lpassa/ll1000 $lm0v $lr0v/ll1000t",
            "lpassa/ll1000 $lm0v $lr0v/1000",
            "MN-E-MASK-MIX",
            1,
            0,
        ),
    ];
    both_directions(ROWS);
}

/// The example that s. 3.6.4 ends with; a third line shows that the two were looked at.
#[test]
fn extreme_example() {
    let source = "mvp/n64i01 $p0@0 $d0@0\n\
        l2bmdars $lc0@.0 $dar0; l2bmdarw; l1bmrdfadd $lr0v $lbi\n\
        noforward; l2bmb $lc256 $lb0; l2bmdarw; l1bmm $lbi $lr0v/$imr1; l1bmrdfadd $lr8v $lb256; \
        gmmul $lx $lm0v $ln0v/$imr1; gmwrite $ls0v $ly0; hrelu/$imr1 $t $t $t; wait i01\n";
    assert_eq!(errors(source), []);
    let more = format!("{source}lpassa $ln0v $ls8v; l1bmp $lb0 $lr64v\n");
    let found = errors(&more);
    let lines: Vec<_> = found.iter().map(|(line, code, nops)| (*line, *code, *nops)).collect();
    let expected =
        [(4, "MN-E-HAZARD-L2BM-L1BM", 1), (4, "MN-E-HAZARD-L1BM", 2), (4, "MN-E-HAZARD-LM1", 2)];
    for one in expected {
        assert!(lines.contains(&one), "{one:?} in {lines:?}");
    }
    assert_eq!(lines.len(), expected.len(), "{lines:?}");
}

/// Error paragraphs of single instructions and operands.
#[test]
fn paragraphs() {
    const ROWS: &[Row] = &[
        (
            "3.6.1.5",
            "l1bmm $lb0 $lr0v\nl1bmm@0 $ls0v $lb64",
            "l1bmm $lb0 $lr0v; l1bmm@0 $ls0v $lb64",
            "MN-E-L1BM-PORT",
            1,
            0,
        ),
        ("3.6.1.6", "lpassa $lm4v2 $ln0v", "lpassa $lm4v3 $ln0v", "MN-E-ALIGN", 1, 0),
        ("3.6.1.8", "lpassa $lmt0v $ln0v", "lpassa $lnt0v $lm0v", "MN-E-INDIRECT", 1, 0),
        ("3.6.1.10", "lpassa $lr510 $ln0v", "lpassa $lr512 $ln0v", "MN-E-RANGE", 1, 0),
        (
            "3.6.1.18",
            "dmread $lx0 $nowrite\ndrelu $mreadf $lr0v $ls0v",
            "dmread $lx0 $nowrite\ndrelu $lr0v $mreadf $ls0v",
            "MN-E-MREADF-POS",
            2,
            0,
        ),
        ("3.6.1.19", "lpassa $lm0v $nowrite", "lpassa $lm0v $nowrite $lr0v", "MN-E-NOWRITE", 1, 0),
        ("3.6.1.20", "isub $peid $lr0v $ls0v", "isub $lr0v $peid $ls0v", "MN-E-CONST-POS", 1, 0),
        (
            "3.6.2.1",
            "hmmul $lx $lm0v $llr0v/$llimr1",
            "hmmul $lx $lm0v $llr0v/$imr1",
            "MN-E-MASK-WIDTH",
            1,
            0,
        ),
        (
            "3.6.2.1 t",
            "lpassa $lm0v $lr0v/ll1000t",
            "lpassa $lm0v $lr0v/ll1000",
            "MN-E-MASK-WIDTH",
            1,
            0,
        ),
        (
            "3.6.2.1 superfluous",
            "lpassa $lm0v $lr0v/1000",
            "lpassa $lm0v $lr0v/1000t",
            "MN-E-MASK-WIDTH",
            1,
            0,
        ),
        (
            "3.6.2.2",
            "hmmul/ll0111 $lx $lm0v $llr0v",
            "hmmul/ll0111t $lx $lm0v $llr0v",
            "MN-E-MASK-WIDTH",
            1,
            0,
        ),
        ("3.6.7.9", "l2bmi@0/6 $lb0 $lb64", "l2bmi@0/7 $lb0 $lb64", "MN-E-L1BSET", 1, 0),
        ("3.6.8", "l1bmm $llb0 $llr0v", "l1bmm $llb0 $lr0v", "MN-E-WIDTH", 1, 0),
        (
            "3.6.9.23",
            "fmfma $lx $s0v $lr0ve $ls8v",
            "fmfma $lx $s0ve $lr0v $ls8v",
            "MN-E-CONVERT",
            1,
            0,
        ),
        (
            "3.6.9.24",
            "hvmul $lm0v $llr0vr $lls0v",
            "hmmul $lx $llr0vr $lls0v",
            "MN-E-CONVERT",
            1,
            0,
        ),
        ("3.6.12.3", "imm i\"1\" $ln0v", "imm i\"1\" $lm0v", "MN-E-IMM-LM0", 1, 0),
        (
            "3.6.13 alone",
            "mvp/n64i01 $lc0@.0 $d0\nl2bmrdfadd $lb0 $lc64; wait i01",
            "mvp/n64i01 $lc0@.0 $d0\nwait i01",
            "MN-E-WAIT-ALONE",
            2,
            0,
        ),
        ("3.5.3", "mvp/n64 $p0@0 $d0@0", "mvp/n65 $p0@0 $d0@0", "MN-E-ALIGN", 1, 0),
    ];
    both_directions(ROWS);
    let zero = errors("nop; wait i00");
    assert!(!zero.is_empty(), "a tag of 0 behind wait (s. 3.6.13)");
}
