//! s. 3.6.4: what may be issued in one step.

use super::{Row, both_directions, errors};

/// One row or more for each condition.
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
