//! Packing, waits, latency, score.

use crate::steps::{program, survey};
use semantics::machine::steps::Estimate;
use semantics::mncore2::Mode;
use semantics::mncore2::isa::Precision;
use semantics::mncore2::steps::{CodeBytes, Model, Sharing, flat_list, peak};

const FLAT: Model = Model { mode: Mode::Flat, latency: 0, sharing: Sharing::Priority };
const AUTO: Model = Model { mode: Mode::AutoStride, ..FLAT };

fn estimate(source: &str, model: &Model) -> Estimate {
    survey(source, model).estimate
}

#[test]
fn score_counts_steps_and_mv() {
    let found = survey(
        "nop/5\nd get $lm0n0c0b0m0p0 1\nmvnop\nmask 0\nfvpassa $lm0v $ln0v; linc $lr0v $ls0v\n\
         mvp/n64 $p0@0 $p0@1\nquit\nnop\n",
        &FLAT,
    );
    assert_eq!((found.steps, found.transfers, found.score()), (6, 2, 8));
    assert_eq!((found.nops, found.rows.len(), found.moves.len()), (5, 2, 1));
    assert_eq!((found.rows[0].first, found.rows[1].first), (0, 5));
}

#[test]
fn bytes_are_those_of_lines_without_comments_and_blanks_around() {
    let cases = [
        ("", ""),
        (" \r\n\t# all\n", ""),
        ("# all\nnop # a # b\r\n\nnop", "nop\nnop"),
        ("\n  lpassa  $lm0v $ln0v \t! ! #\n!\n\nnop\n\n", "lpassa  $lm0v $ln0v\nnop"),
        ("nop", "nop"),
    ];
    for (source, counted) in cases {
        let mut bytes = CodeBytes::default();
        source.bytes().for_each(|b| bytes.feed(&[b]));
        assert_eq!(bytes.count(), counted.len() as u64, "{source:?}");
    }
}

#[test]
fn units_are_filled() {
    let mv = "mvp/n64 $p0@0 $lc0@0.0";
    let cases: [(String, &Model, [u64; 3]); 9] = [
        // Packed steps, nop, mvnop.
        ("nop/2".into(), &FLAT, [2, 0, 1]),
        ("nop/3".into(), &FLAT, [4, 1, 2]),
        ("nop\nnop\nnop".into(), &AUTO, [3, 0, 1]),
        ("nop/4".into(), &AUTO, [6, 2, 2]),
        (mv.into(), &FLAT, [2, 2, 0]),
        (format!("nop\n{mv}\n{mv}"), &AUTO, [6, 5, 0]),
        (format!("nop/2\n{mv}\nnop/2"), &FLAT, [4, 0, 1]),
        (format!("nop/3\nmvnop\nnop/3\n{mv}"), &AUTO, [6, 0, 0]),
        (String::new(), &FLAT, [0, 0, 0]),
    ];
    for (source, model, [steps, nops, mvnops]) in cases {
        let found = estimate(&source, model);
        assert_eq!([found.steps, found.nops, found.mvnops], [steps, nops, mvnops], "{source:?}");
        assert_eq!(found.held, 0, "{source:?}");
    }
}

#[test]
fn an_mv_is_issued_behind_the_steps_of_its_unit() {
    let found = survey("nop/2\nmvp/n64 $p0@0 $lc0@0.0\nnop\nmvp/n640 $p0@1 $lc0@1.0", &FLAT);
    let times: Vec<_> = found.moves.iter().map(|m| [m.issue, m.start, m.end]).collect();
    assert_eq!(times, [[8, 8, 12], [16, 16, 56]]);
    // The last MV runs on behind the last step.
    assert_eq!((found.estimate.steps, found.estimate.cycles), (4, 56));
    assert_eq!(found.rows[1].slot, 2);
}

#[test]
fn wait_holds_whole_steps() {
    // Issued at 8, 64 words at 1 a cycle: 64 cycles, so complete at 72; the wait stands at step 3.
    let source = "mvd/n64i01 $p0@0 $lc0\nnop\nnop; wait i01\nnop";
    let found = survey(source, &FLAT);
    assert_eq!((found.rows[1].held, found.rows[1].slot), (15, 18));
    assert_eq!((found.estimate.held, found.estimate.steps), (15, 2 + 1 + 15 + 1 + 1 + 1));
    assert_eq!(found.moves[0].waited, Some(3));
    // One cycle more costs a whole step, four cost no more than that.
    for (latency, held) in [(1, 16), (4, 16), (5, 17)] {
        let late = survey(source, &Model { latency, ..FLAT });
        assert_eq!((late.rows[1].held, late.moves[0].end), (held, 72 + latency));
    }
    // Complete before the wait: nothing is held.
    let found = survey("mvp/n64i01 $p0@0 $lc0@0.0\nnop\nnop; wait i01", &FLAT);
    assert_eq!((found.estimate.held, found.moves[0].end, found.rows[1].slot), (0, 12, 3));
    // The step at cycle 8 would come in the middle of it: held for the rest.
    let found = survey("mvp/n64i01 $p0@0 $lc0@0.0\nnop; wait i01", &FLAT);
    assert_eq!((found.estimate.held, found.rows[0].slot), (1, 3));
}

#[test]
fn wait_waits_for_its_tag_only_and_for_all_that_have_it() {
    let source = "mvd/n64i01 $p0@0 $lc0\nmvp/n64i02 $p0@1 $p0@2\nnop; wait i02\nnop; wait i01";
    let found = survey(source, &FLAT);
    assert_eq!([found.moves[0].end, found.moves[1].end], [72, 24]);
    assert_eq!([found.rows[0].held, found.rows[1].held], [2, 11]);
    assert_eq!([found.moves[0].waited, found.moves[1].waited], [Some(4), Some(3)]);
    let source = "mvd/n64i01 $p0@0 $lc0\nmvp/n64i01 $p0@1 $p0@2\nnop; wait i01";
    let found = survey(source, &FLAT);
    assert_eq!((found.rows[0].held, found.rows[0].slot), (14, 18));
    assert!(found.moves.iter().all(|m| m.waited == Some(3)));
}

#[test]
fn an_mv_behind_a_wait_is_held_too() {
    let found = survey("mvd/n64i01 $p0@0 $lc0\nnop; wait i01\nmvp/n64 $p0@0 $lc0@0.0", &FLAT);
    // Steps 18 (cycle 72) and one of packing, then the MV.
    assert_eq!(found.moves[1].issue, 80);
}

#[test]
fn priority_then_order() {
    let source = |p: [u8; 3]| {
        format!(
            "mvp/n640p{} $p0@0 $lc0@0.0\nmvp/n640p{} $p0@0 $lc0@0.1\nmvp/n640p{} $p0@0 $d0@0",
            p[0], p[1], p[2]
        )
    };
    let times = |p| -> Vec<_> {
        survey(&source(p), &FLAT).moves.iter().map(|m| [m.issue, m.start, m.end]).collect()
    };
    // 40 cycles each, issued at 8, 16, 24, all on the PDM of group 0.
    assert_eq!(times([0, 0, 0]), [[8, 8, 48], [16, 48, 88], [24, 88, 128]]);
    assert_eq!(times([1, 0, 3]), [[8, 8, 88], [16, 88, 128], [24, 24, 64]]);
    assert_eq!(times([0, 1, 2]), [[8, 8, 128], [16, 16, 96], [24, 24, 64]]);
    let apart = survey(&source([0, 0, 0]), &Model { sharing: Sharing::Apart, ..FLAT });
    let ends: Vec<_> = apart.moves.iter().map(|m| m.end).collect();
    assert_eq!(ends, [48, 56, 64]);
    // No memory in common: side by side.
    let found = survey("mvp/n640 $p0@0 $lc0@0.0\nmvp/n640 $p0@1 $lc0@1.0", &FLAT);
    assert_eq!([found.moves[0].end, found.moves[1].end], [48, 56]);
}

#[test]
fn one_that_stands_still_blocks_nothing() {
    // The second waits for the first; the third needs a memory of the second only.
    let found =
        survey("mvp/n640 $p0@0 $lc0@0.0\nmvp/n640 $p0@0 $d0@0\nmvp/n64 $d0@0 $lc0@0.1", &FLAT);
    let times: Vec<_> = found.moves.iter().map(|m| [m.start, m.end]).collect();
    assert_eq!(times, [[8, 48], [48, 88], [24, 28]]);
}

#[test]
fn flops_and_peaks() {
    // Shapes of s. 1.4, 1024 MAUs, 4 cycles, 2 operations a multiply-add.
    let board = 1024 * 4;
    let cases = [
        ("dmfmau $lx $lm0v $lr0v $ln0v", 2 * 2 * 4),
        ("dmmuld $ly $lm0v $ln0v", 2 * 2 * 4),
        ("fmfma $lx $m0v $lr0v $ln0v", 2 * 8 * 4),
        ("gmmul $lx $lm0v $ln0v", 2 * 8 * 8),
        ("hmfma $lx $lm0v $llr0v $lln0v", 2 * 16 * 16),
        ("dvfmau $lm0v $lr0v $ls0v $ln0v", 2 * 2),
        ("dvmuld $lm0v $lr0v $ln0v", 2),
        ("dvadd $lm0v $lr0v $ln0v", 4),
        ("fvfma $lm0v $lr0v $ls0v $ln0v", 2 * 8),
        ("fvmul $lm0v $lr0v $ln0v", 8),
        ("hvfma $lm0v $lr0v $lls0v $lln0v", 2 * 16),
        ("hvadd $lm0v $llr0v $lln0v", 16),
        ("fvpassa $lm0v $ln0v", 0),
        ("linc $lm0v $ln0v", 0),
        ("nop/9", 0),
    ];
    for (source, flops) in cases {
        let found = survey(source, &FLAT);
        assert_eq!(found.flops, flops * board, "{source}");
    }
    let peaks = [Precision::D, Precision::F, Precision::G, Precision::H]
        .map(|p| [peak(p, true), peak(p, false)]);
    assert_eq!(peaks, [[16, 4], [64, 16], [128, 0], [512, 32]]);
    // `2 x 4 x 2 x 1024` a cycle for matrices of doubles (s. 1.4).
    let form = survey("dmmulu $lx $lm0v $ln0v", &FLAT).forms;
    let form = form.iter().find(|f| f.steps > 0).unwrap();
    assert_eq!((form.peak, form.flops), (2 * 4 * 2 * 1024 * 4, 2 * 4 * 2 * 1024 * 4));
}

#[test]
fn long_stretches_cost_nothing() {
    let most = u64::from(u32::MAX);
    let source = format!("nop/{most}\n").repeat(1000);
    let found = survey(&source, &AUTO);
    assert_eq!(found.steps, 1000 * most);
    assert_eq!(found.estimate.steps % 3, 0);
    assert_eq!(found.estimate.cycles, 4 * found.estimate.steps);
}

#[test]
fn uneven_lists_need_flat_mode() {
    let first = |source: &str| flat_list(&program(source)).map(|line| line.number);
    assert_eq!(first("lpassa $lm[0,2,4,6] $ln[8,8,8,8]\nlinc $lr[0,256,0,256] $ls0v"), Some(2));
    assert_eq!(first("nop\nnop/2\nlpassa $lm0v $ln[0,4,2,6]/1000"), Some(3));
    assert_eq!(first("nop\nl1bmrdfadd $lr[6,4,2,0] $lb0"), Some(2));
    assert_eq!(first("lpassa $lm0v2 $ln4"), None);
}
