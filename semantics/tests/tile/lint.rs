//! What is legal and likely wrong: each finding at its place, and silence where nothing is.

use semantics::machine::{How, Machine};
use semantics::tile::TileMachine;

/// Code, line and message of what is found.
fn found(source: &str, lints: &[&str]) -> Vec<(String, u32, String)> {
    let how = How { lints, ..How::default() };
    let program = TileMachine.read(&mut source.as_bytes(), &how).expect("legal");
    let all = program.warnings().0;
    all.iter().map(|d| (d.code.to_string(), d.line, d.message.clone())).collect()
}

/// What is found of a line, by its code, behind a head that gives addresses.
#[track_caller]
fn finds(body: &str, right: &[(&str, u32, &str)]) {
    let head = ".init x10=0x100\n.init x11=0x400\n.init x12=0x800\n.init x13=64\n";
    let all = found(&format!("{head}{body}"), &["TILE-W-WAIT"]);
    let all: Vec<(&str, u32, &str)> =
        all.iter().map(|(code, line, message)| (&**code, *line - 4, &**message)).collect();
    assert_eq!(all, right, "{body}");
}

#[test]
fn data_that_nobody_waited_for() {
    finds(
        "tgmem.ld_b32.unit t7, 0(x10)\ntalu.add.fp32 t8, t7, t9",
        &[("TILE-W-WAIT", 2, "t7 is read before the load that fills it was waited for")],
    );
    finds("tgmem.ld_b32.unit t7, 0(x10)\ntctrl.twait.mem tgld=0\ntalu.add.fp32 t8, t7, t9", &[]);
    // The other class, and one of two.
    finds(
        "tgmem.ld_b32.unit t7, 0(x10)\ntctrl.twait.mem tsld=0\ntalu.add.fp32 t8, t7, t9",
        &[("TILE-W-WAIT", 3, "t7 is read before the load that fills it was waited for")],
    );
    finds(
        "tgmem.ld_b32.unit t6, 0(x10)\ntgmem.ld_b32.unit t7, 0(x10)\ntctrl.twait.mem tgld=1\n\
         talu.add.fp32 t8, t6, t9\ntalu.add.fp32 t8, t7, t9",
        &[("TILE-W-WAIT", 5, "t7 is read before the load that fills it was waited for")],
    );
    // A store of what is still loaded; a register that a store still reads; two loads into one.
    finds(
        "tgmem.ld_b32.unit t6, 0(x10)\ntsmem.st_b32.unit t6, 0(x11)",
        &[("TILE-W-WAIT", 2, "t6 is read before the load that fills it was waited for")],
    );
    finds(
        "tsmem.st_b32.unit t6, 0(x11)\ntmv.mv2t t6, #1, bc",
        &[("TILE-W-WAIT", 2, "t6 is written while the store may still read it")],
    );
    finds(
        "tgmem.ld_b32.unit t6, 0(x10), n=2\ntsmem.ld_b32.unit t8, 0(x11)",
        &[("TILE-W-WAIT", 2, "t8 is written while the load may still fill it")],
    );
    // Memory: read back before the store is done.
    finds(
        "tsmem.st_b32.unit t6, 0(x11)\ntsmem.ld_b32.unit t7, 0(x11)",
        &[("TILE-W-WAIT", 2, "smem[0x400] is read before the store that fills it was waited for")],
    );
    finds("tsmem.st_b32.unit t6, 0(x11)\ntsmem.ld_b32.unit t7, 0(x12)", &[]);
}

#[test]
fn copies() {
    let read = "tsmem.ld_b32.unit t7, 0(x11)";
    let copy = "tacp.linear cta, global, x11, x12, x13";
    let wrong = |line| {
        [("TILE-W-WAIT", line, "smem[0x400] is read before the copy that fills it was waited for")]
    };
    finds(&format!("{copy}\n{read}"), &wrong(2));
    finds(&format!("{copy}\ntctrl.twait.acp 0\n{read}"), &wrong(3));
    finds(&format!("{copy}\ntgmem.commit_group\n{read}"), &wrong(3));
    finds(&format!("{copy}\ntgmem.commit_group\ntctrl.twait.acp 0\n{read}"), &[]);
    finds(&format!("{copy}\ntgmem.commit_group\ntctrl.twait.acp 1\n{read}"), &wrong(4));
    // On a semaphore and on a barrier word.
    finds(&format!("{copy}, sem=3\ntctrl.tsem.wait id=3, #1\n{read}"), &[]);
    finds(
        &format!("{copy}, sem=3\ntctrl.tsem.set id=4, #1\ntctrl.tsem.wait id=4, #1\n{read}"),
        &wrong(4),
    );
    // Another warp reads what this one copies.
    finds(&format!(".init w1.x11=0x400\n{copy}, sem=3\n.warp 1\n{read}"), &wrong(4));
    let waits = "tctrl.tsem.wait id=3, #1";
    finds(&format!(".init w1.x11=0x400\n{copy}, sem=3\n.warp 1\n{waits}\n{read}"), &[]);
}

#[test]
fn groups_that_overlap() {
    finds("tmma.f16.f32 t0, t1, t8", &[("TILE-W-OVERLAP", 1, "the target overlaps a source: t1")]);
    finds("talu.add.fp32 t1, t1, t2", &[]);
}

#[test]
fn waits_without_an_end() {
    let all = found("tctrl.tsem.wait id=3, #1\n", &[]);
    assert_eq!((&*all[0].0, all[0].1), ("TILE-W-DEADLOCK", 1));
    // The address of a barrier word that the text does not give.
    assert_eq!(found("tctrl.twait.mbar x10, x14\n", &[]), []);
    let all = found(".init x10=0x40\ntctrl.twait.mbar x10, x14\n", &[]);
    assert_eq!((&*all[0].0, all[0].1), ("TILE-W-DEADLOCK", 2));
}

#[test]
fn programs_that_wait_for_nothing_are_asked_for() {
    let source = "tgmem.ld_b32.unit t7, 0(x10)\ntalu.add.fp32 t8, t7, t9\n";
    assert_eq!(found(source, &[]), []);
    assert_eq!(found(source, &["TILE-W-WAIT"]).len(), 1);
    assert_eq!(found(&format!(".set async=late\n{source}"), &[]).len(), 1);
    let unknown = How { lints: &["TILE-W-NONE"], ..How::default() };
    assert!(TileMachine.read(&mut source.as_bytes(), &unknown).is_err());
}
