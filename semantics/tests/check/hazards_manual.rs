//! Hazards: the manual's examples, and the distances that its text names.

use crate::check::hazards::{free, hazards, needs, violations};

/// s. 3.6.3.1 to 3.6.3.9: the form that the text calls right, and the one that it calls an error.
#[test]
fn examples() {
    let (mv, l2bm) = ("MN-E-HAZARD-L2BM-MV", "MN-E-HAZARD-L2BM");
    for (right, wrong, line, code, nops) in [
        (
            "l2bm@0 $lb0 $lc4096\nnop\nmvp/n4160 $lc0@.0 $d0",
            "l2bm@0 $lb0 $lc4096\nmvp/n4160 $lc0@.0 $d0",
            2,
            mv,
            1,
        ),
        (
            "l2bm@0 $lb0 $lc0\nnop/3\nl2bmb $lc64 $lb64",
            "l2bm@0 $lb0 $lc0\nnop/2\nl2bmb $lc64 $lb64",
            3,
            l2bm,
            1,
        ),
        (
            "l2bmb $lc0 $lb0\nnop/2\nl2bm@0 $lb64 $lc64",
            "l2bmb $lc0 $lb0\nnop\nl2bm@0 $lb64 $lc64",
            3,
            "MN-E-HAZARD-L2BM-DOWN",
            1,
        ),
        (
            "l2bmb@0 $lc0 $lb0\nl2bm@1 $lb0 $lc64",
            "l2bmb@0 $lc0 $lb0\nl2bm@0 $lb0 $lc64",
            2,
            "MN-E-HAZARD-L2BM-DOWN",
            2,
        ),
        (
            "l2bmi@0/0 $lb0 $lb0\nnop/3\nl2bm@1 $lb64 $lc64",
            "l2bmi@0/0 $lb0 $lb0\nnop/2\nl2bm@1 $lb64 $lc64",
            3,
            "MN-E-HAZARD-L2BMI",
            1,
        ),
        (
            "l2bmi@0/0 $lb0 $lb0\nl2bmi@0/0 $lb64 $lb64",
            "l2bmi@0/0 $lb0 $lb0\nl2bmi@1/0 $lb64 $lb64",
            2,
            "MN-E-HAZARD-L2BMI",
            3,
        ),
        (
            "l2bmi@0/0 $lb64 $lb64\nnop\nl1bmm $lb52 $lr0v",
            "l2bmi@0/0 $lb64 $lb64\nnop\nl1bmm $lb56 $lr0v",
            3,
            "MN-E-HAZARD-L2BMI-L1BM",
            1,
        ),
        (
            "l2bmb $lc0 $lb64\nl1bmm $lb52 $lr0v",
            "l2bmb $lc0 $lb64\nl1bmm $lb56 $lr0v",
            2,
            "MN-E-HAZARD-L2BM-L1BM",
            1,
        ),
        (
            "l1bmr4dfadd $lr0v $lb48\nnop/2\nl2bmrdfadd $lb64 $lc0",
            "l1bmr4dfadd $lr0v $lb32\nnop/2\nl2bmrdfadd $lb64 $lc0",
            3,
            "MN-E-HAZARD-L1BM-L2BM",
            1,
        ),
        (
            "l1bmrdfadd $lr0v $lb0\nnop/2\nl1bmm $lb16 $ls0v",
            "l1bmrdfadd $lr0v $lb0\nnop\nl1bmm $lb16 $ls0v",
            3,
            "MN-E-HAZARD-L1BM",
            1,
        ),
        (
            "imm f\"1.0\" $r0/1000\nnop\ndvadd $lm0v $r0e $ln0v",
            "imm f\"1.0\" $r0/0010\nnop\ndvadd $lm0v $r0e $ln0v",
            3,
            "MN-E-HAZARD-GRF0",
            1,
        ),
        (
            "imm f\"1.0\" $r0/0100\nnop\ndvadd $lm0v $r0e $ln0v",
            "imm f\"1.0\" $r0/0001\nnop\ndvadd $lm0v $r0e $ln0v",
            3,
            "MN-E-HAZARD-GRF0",
            1,
        ),
    ] {
        free(right);
        assert_eq!(hazards(wrong), [(line, code, nops)], "{wrong}");
    }
}

/// s. 3.6.3.5 to 3.6.3.7: the steps that are enough whatever the cycles are; one less is too few for
/// the worst cycles.
#[test]
fn enough_steps() {
    needs("l2bmi@0 $lb64 $lb64", "l1bmd $lb64 $lr0v", "MN-E-HAZARD-L2BMI-L1BM", 3);
    needs("l2bmb $lc0 $lb64", "l1bmd $lb64 $lr0v", "MN-E-HAZARD-L2BM-L1BM", 2);
    needs("l1bmr4dfadd $lr0v $lb0", "l2bm@3 $lb48 $lc0", "MN-E-HAZARD-L1BM-L2BM", 3);
}

/// The distances that the text names for the wrong forms.
#[test]
fn distances() {
    let message = |source| violations(source).remove(0).1.message;
    assert_eq!(
        message("l2bmi@0/0 $lb64 $lb64\nnop\nl1bmm $lb56 $lr0v"),
        "word 64 of L1BM is read 2 steps after it was written (line 1: l2bmi@0 $lb64 $lb64): \
         9 cycles between, 10 are needed"
    );
    assert_eq!(
        message("l2bmb $lc0 $lb64\nl1bmm $lb56 $lr0v"),
        "word 64 of L1BM is read 1 step after it was written (line 1: l2bmb $lc0 $lb64): \
         5 cycles between, 6 are needed"
    );
    assert_eq!(
        message("l1bmr4dfadd $lr0v $lb32\nnop/2\nl2bmrdfadd $lb64 $lc0"),
        "word 64 of L1BM is read 3 steps after it was written (line 1: l1bmr4dfadd $lr0v $lb32): \
         9 cycles between, 10 are needed"
    );
    assert_eq!(
        message("imm f\"1.0\" $r0/0010\nnop\ndvadd $lm0v $r0e $ln0v"),
        "word 0 of GRF0 is read 2 steps after it was written (line 1: $r0/0010): \
         5 cycles between, 6 are needed"
    );
    assert_eq!(
        message("lpassa $lr0v $ln0v\nlpassa $ln8v $lr8v"),
        "LM1 is read 1 step after it was written (line 1: $ln0v): 0 steps between, 2 are needed"
    );
    assert_eq!(
        message("l2bm@0 $lb0 $lc4096\nmvp/n4160 $lc0@.0 $d0"),
        "word 4096 of L2BM is read by an MV 1 step after it was written (line 1: \
         l2bm@0 $lb0 $lc4096): 0 steps between, 1 is needed"
    );
    assert_eq!(
        message("l2bmb@2 $lc0 $lb0\nnop\nl2bmd $lb64 $lc64"),
        "L1BM of L1B 2 is read 2 steps after it was written (line 1: l2bmb@2 $lc0 $lb0): \
         1 step between, 2 are needed"
    );
    assert_eq!(
        message("lpassa $lr0v $lmb\nlpassa $lm0v $lr8v"),
        "LM0 is accessed 1 step after its base address register was written (line 1: $lmb): \
         0 steps between, 1 is needed"
    );
    assert_eq!(
        message("lpassa $lr0v $lt\nlpassa $lt $ls0v"),
        "T is read 1 step after it was written (line 1: $lt): 3 cycles between, 6 are needed"
    );
}
