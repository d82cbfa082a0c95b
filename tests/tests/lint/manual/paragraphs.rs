//! Error paragraphs of single instructions and operands.

use super::{Row, both_directions, errors};

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
