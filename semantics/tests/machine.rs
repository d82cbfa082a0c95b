//! Machines through what all of them have, and the state of MN-Core 2 by name.

use semantics::machine::{Board, Checks, How, Machine, Run, RunErrorKind, Shape, Value};
use semantics::machines;
use semantics::mncore2::{Board as Mncore2, MnCore2};
use semantics::source::ReadError;
use std::ops::ControlFlow;

fn board() -> Box<dyn Board> {
    MnCore2.board(&[]).unwrap()
}

fn run(board: &mut dyn Board, source: &str) -> String {
    let program = MnCore2.read(&mut source.as_bytes(), &How::default()).unwrap();
    let mut dump = Vec::new();
    board.run(&*program, Run::quietly(&mut dump)).unwrap();
    String::from_utf8(dump).unwrap()
}

fn set(board: &mut dyn Board, target: &str, value: &str) -> Result<(), String> {
    let value = board.shape(target).and_then(|shape| shape.parse(value));
    value.and_then(|value| board.set(target, &value)).map_err(|e| e.to_string())
}

/// The values of a target, by element.
fn get(board: &dyn Board, target: &str, units: usize) -> Result<Vec<String>, String> {
    let found = board.get(target, units).map_err(|e| e.to_string())?;
    Ok(found.into_iter().map(|(name, value)| format!("{name}={value}")).collect())
}

#[test]
fn names_and_extensions_belong_to_one_machine() {
    for (n, a) in machines::ALL.iter().enumerate() {
        assert!(!a.extensions().is_empty() && !a.title().is_empty());
        assert_eq!(machines::named(a.name()).map(|found| found.name()), Some(a.name()));
        for b in &machines::ALL[n + 1..] {
            assert_ne!(a.name(), b.name());
            assert!(a.extensions().iter().all(|e| !b.extensions().contains(e)));
        }
    }
    assert!(machines::named("vsm").is_none() && machines::of_extension("VSM").is_none());
}

/// Every memory of `cases.md`, written by name and read by a program, and the other way round.
#[test]
fn targets_are_what_programs_see() {
    let place = "n1c1b5m9p2";
    let (a, b) = ("0123456789abcdef", "fedcba9876543210");
    for (target, get_of, lines) in [
        ("$lm0", "$lm0", 2),
        ("$ln4094", "$ln4094", 1),
        ("$lr8", "$lr8", 2),
        ("$ls510", "$ls510", 1),
        ("$llm4", "$lm4", 2),
    ] {
        let mut board = board();
        let value = if lines == 2 { format!("{a}{b}") } else { a.to_owned() };
        set(&mut *board, &format!("{target}{place}"), &value).unwrap();
        let dump = run(&mut *board, &format!("d get {get_of}{place} {lines}"));
        for (line, word) in dump.lines().zip([a, b]) {
            assert!(
                line.contains(&format!("v:0x{}", word.trim_start_matches('0').to_uppercase())),
                "{line}"
            );
        }
        assert_eq!(
            get(&*board, &format!("{target}{place}"), lines),
            Ok(vec![format!("{target}{place}={value}")])
        );
        // No other PE has it.
        let other = get(&*board, &format!("{target}n1c1b5m9p3"), 1).unwrap();
        assert!(other[0].ends_with("=0000000000000000"), "{other:?}");
    }
    for (target, level) in [
        ("$p524287", "n3"),
        ("$d7", "n2"),
        ("$lc32767", "n0c1"),
        ("$lb8191", "n0c0b7"),
        ("$llb6", "n0c0b7"),
    ] {
        let mut board = board();
        let target = format!("{target}{level}");
        set(&mut *board, &target, a).unwrap();
        let dump = run(&mut *board, &format!("d getd {target} 1"));
        assert!(dump.contains("0x0123456789abcdef"), "{dump}");
        assert_eq!(get(&*board, &target, 1), Ok(vec![format!("{target}={a}")]));
    }
}

#[test]
fn registers_by_name() {
    let mut board = board();
    // Four cycles of T, long words apart.
    let cycles =
        ["0000000000000001", "0000000000000002", "0000000000000003", "0000000000000004"].concat();
    set(&mut *board, "$tn0c0b0m0p0", &cycles).unwrap();
    run(&mut *board, "lpassa $lt $lm0v");
    assert_eq!(get(&*board, "$lm0n0c0b0m0p0", 4), Ok(vec![format!("$lm0n0c0b0m0p0={cycles}")]));
    assert!(set(&mut *board, "$tn0c0b0m0p0", &cycles.repeat(2)).is_err());
    // With the LSB sides.
    assert_eq!(
        get(&*board, "$lltn0c0b0m0p0", 3),
        Ok(vec!["$lltn0c0b0m0p0=000000000000000100000000000000000000000000000002".into()])
    );
    // A mask: the digit of each cycle, as dumps print its four flags.
    set(&mut *board, "$omr3n0c0b0m0p1", "0x8f01").unwrap();
    assert_eq!(board.shape("$omr3n0c0b0m0p1"), Ok(Shape::Number { bits: 16 }));
    assert_eq!(get(&*board, "$omr3n0c0b0m0p1", 1), Ok(vec!["$omr3n0c0b0m0p1=0x8f01".into()]));
    let dump = run(&mut *board, "d get $omr3n0c0b0m0p1 1");
    let flags: Vec<&str> =
        dump.lines().filter_map(|l| l.split("Mask{").nth(1)?.split('}').next()).collect();
    assert_eq!(flags, ["8", "15", "0", "1"]);
    // A row of a matrix register, four words.
    let row =
        ["3ff0000000000000", "4000000000000000", "4008000000000000", "4010000000000000"].concat();
    set(&mut *board, "$lx4n0c0b0m2", &row).unwrap();
    assert!(run(&mut *board, "d getd $lx1n0c0b0m2 1").contains("4010000000000000"));
    assert_eq!(get(&*board, "$lx4n0c0b0m2", 4), Ok(vec![format!("$lx4n0c0b0m2={row}")]));
}

/// A single word is the MSB side of a long word, as `d set` has it; its neighbour stays.
#[test]
fn single_words() {
    let mut board = board();
    set(&mut *board, "$lm0n0c0b0m0p0", "1111111122222222").unwrap();
    set(&mut *board, "$m1n0c0b0m0p0", "3f80000000000000").unwrap();
    assert_eq!(
        get(&*board, "$lm0n0c0b0m0p0", 1),
        Ok(vec!["$lm0n0c0b0m0p0=111111113f800000".into()])
    );
    assert_eq!(
        get(&*board, "$m0n0c0b0m0p0", 2),
        Ok(vec!["$m0n0c0b0m0p0=11111111000000003f80000000000000".into()])
    );
    let wrong = set(&mut *board, "$m1n0c0b0m0p0", "3f80000000000001").unwrap_err();
    assert!(wrong.contains("more than a single word"), "{wrong}");
}

#[test]
fn several_elements_at_once() {
    let mut board = board();
    set(&mut *board, "$lm2n0c0b0m0", "00000000000000aa").unwrap();
    let found = get(&*board, "$lm2n0c0b0m0", 1).unwrap();
    assert_eq!(found.len(), 4);
    assert_eq!(found[3], "$lm2n0c0b0m0p3=00000000000000aa");
}

#[test]
fn what_is_no_part_of_the_state() {
    let mut board = board();
    for target in
        ["lm0n0", "$lm0n0 1; d", "$lq0", "$lm1n0c0b0m0p0", "$lm4096", "$lm0n9", "", "$", "$omr0"]
    {
        assert!(board.shape(target).is_err(), "{target}");
        assert!(board.get(target, 1).is_err(), "{target}");
    }
    // Behind the end: nothing is set.
    let two = "00000000000000010000000000000002";
    assert!(set(&mut *board, "$ls510n0c0b0m0p0", two).is_err());
    assert_eq!(
        get(&*board, "$ls510n0c0b0m0p0", 1),
        Ok(vec!["$ls510n0c0b0m0p0=0000000000000000".into()])
    );
    for (target, value) in
        [("$lm0", "0x1"), ("$lm0", "123"), ("$omr1", "0x10000"), ("$omr1", "0x"), ("$lm0", "é")]
    {
        assert!(set(&mut *board, target, value).is_err(), "{target}={value}");
    }
    assert!(board.set("$omr1", &Value::Image(vec![0; 8])).is_err());
}

#[test]
fn parameters() {
    let board = MnCore2.board(&[("fill", "0xdeadbeef")]).unwrap();
    assert_eq!(get(&*board, "$p0n0", 1), Ok(vec!["$p0n0=00000000deadbeef".into()]));
    for wrong in [("fill", ""), ("fill", "+1"), ("fill", "12345678123456781"), ("array", "1x1")] {
        assert!(MnCore2.board(&[wrong]).is_err(), "{wrong:?}");
    }
}

#[test]
fn files_of_memories() {
    let mut board = board();
    let memory = MnCore2.memories().unwrap().memory("p@1").unwrap();
    assert_eq!(memory.elements(), 1);
    memory.write(&mut *board, 0, 0, &[0x0102_0304_0506_0708, 0x090a_0b0c_0d0e_0f10]).unwrap();
    assert_eq!(get(&*board, "$p1n1", 1), Ok(vec!["$p1n1=090a0b0c0d0e0f10".into()]));
    let mut words = [0; 2];
    memory.read(&*board, 0, 0, &mut words).unwrap();
    assert_eq!((words[0], memory.extent(&*board, 0).unwrap()), (0x0102_0304_0506_0708, 2));
    let register = MnCore2.memories().unwrap().memory("lrn0c0b0m0p0").unwrap();
    assert!(register.write(&mut *board, 0, 0, &[0; 513]).is_err());
    assert!(MnCore2.memories().unwrap().memory("nowhere").is_err());
}

#[test]
fn a_run_ends_at_its_limit() {
    let program =
        MnCore2.read(&mut &b"linc $lm0 $lm0\nnop/8\nlinc $lm0 $lm0"[..], &How::default()).unwrap();
    let mut board = board();
    let mut none = std::io::sink();
    let error =
        board.run(&*program, Run { limit: Some(9), ..Run::quietly(&mut none) }).unwrap_err();
    assert_eq!(
        (error.line, error.to_string()),
        (3, "line 3: StepLimit: 9 steps are done, which is the limit".into())
    );
    assert_eq!(
        get(&*board, "$lm0n0c0b0m0p0", 1),
        Ok(vec!["$lm0n0c0b0m0p0=0000000000000001".into()])
    );
    let ran = board.run(&*program, Run { limit: Some(10), ..Run::quietly(&mut none) }).unwrap();
    assert_eq!(ran.counts, "steps=10 mv=0 score=10");
    assert!(board.downcast::<Mncore2>().is_some());
}

#[test]
fn errors_have_the_names_of_the_machine() {
    let program = MnCore2
        .read(
            &mut &b"d set $lm0n0c0b0m0p0 1 4000000000000000\nd getbd $lm0n0c0b0m0 1"[..],
            &How::default(),
        )
        .unwrap();
    let error = board().run(&*program, Run::quietly(&mut std::io::sink())).unwrap_err();
    assert!(matches!(error.kind, RunErrorKind::Machine("block-exponents", _)), "{error}");
}

/// Rules, modes and lints by their names.
#[test]
fn how_a_source_is_read() {
    let list = "lpassa $lm[0,2,6,4] $ln0v";
    let read = |how: &How<'_>| MnCore2.read(&mut list.as_bytes(), how);
    assert!(read(&How::default()).is_ok());
    assert!(read(&How { mode: Some("auto-stride"), ..How::default() }).is_err());
    assert!(matches!(read(&How { mode: Some("x"), ..How::default() }), Err(ReadError::Refused(_))));
    assert!(matches!(read(&How { lints: &["x"], ..How::default() }), Err(ReadError::Refused(_))));
    let late = "lpassa $lm0v $ln0v\nlpassa $ln0v $lm0v";
    let count = |checks| match MnCore2.read(&mut late.as_bytes(), &How { checks, ..How::default() })
    {
        Err(ReadError::Errors(errors)) => errors.diagnostics.len(),
        _ => 0,
    };
    assert_eq!([Checks::None, Checks::Execution, Checks::Assembler].map(count), [0, 0, 1]);
    let mut lines = Vec::new();
    let walked = MnCore2.check(&mut late.as_bytes(), &How::default(), 1000, &mut |line| {
        lines.push((line.number, line.diagnostics.len()));
        ControlFlow::Continue(1000)
    });
    assert!(walked.is_ok());
    assert_eq!(lines, [(1, 0), (2, 1), (0, 0)]);
}

/// Whatever part of a state is set to something else is told as different, by its name, and nothing besides but what follows
/// from it.
#[test]
fn every_part_that_is_set_is_a_difference() {
    let tile: &[&str] = &[
        "t0",
        "t255[0x3f0]",
        "ts7",
        "v31",
        "x1",
        "x31",
        "f0",
        "f31",
        "trstart",
        "tcsr",
        "temask",
        "tid",
        "bid",
        "cid",
        "tdim",
        "bdim",
        "cdim",
        "gdim",
        "karg",
        "smembase",
        "pmembase",
        "trbase",
        "frm",
        "fflags",
        "gmem[0x10]",
        "smem[0x20]",
        "sem[0]",
        "sem[31]",
        "w3.t8",
        "w3.x5",
        "w1.fflags",
    ];
    let pod: &[&str] = &[
        "pe0.r0",
        "pe0.r31",
        "pe0.xmm0",
        "pe0.xmm15",
        "pe0.ar2",
        "pe0.ar15",
        "pe0.CF",
        "pe0.ZF",
        "pe0.SF",
        "pe0.OF",
        "pe0.mask",
        "pe0.mem[0x100]",
        "drb",
        "sys[0x100000]",
    ];
    let xdsa: &[&str] = &["mem[0x0200]", "mem[0xfff0]", "key[0,0x00]", "key[3,0xff]"];
    for (machine, targets) in [("tile", tile), ("pod", pod), ("xdsa", xdsa)] {
        let machine = machines::named(machine).unwrap();
        for target in targets {
            let [before, mut after] = [(); 2].map(|()| machine.board(&[]).unwrap());
            let old = before.get(target, 1).unwrap().swap_remove(0).1;
            let new = match old {
                Value::Number(number, bits) => Value::Number(number ^ 1, bits),
                Value::Image(bytes) => Value::Image(vec![bytes[0] ^ 1]),
                Value::None => panic!("{target} has no value"),
            };
            after.set(target, &new).unwrap_or_else(|e| panic!("{target}: {e}"));
            for found in [after.differences(&*before, 9), before.differences(&*after, 9)] {
                let found = found.unwrap();
                let names: Vec<&str> = found.first.iter().map(|part| &*part.name).collect();
                // An image is told with its place.
                let is_own = |name: &&str| {
                    name.strip_prefix(target)
                        .is_some_and(|rest| rest.is_empty() || rest.starts_with('['))
                };
                assert!(names.iter().any(is_own), "{target}: {names:?}");
                assert!(found.count <= 2, "{target}: {names:?}");
            }
            assert_eq!(after.differences(&*after, 9).unwrap().count, 0);
        }
    }
}
