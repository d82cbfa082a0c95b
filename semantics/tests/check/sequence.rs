//! What a step may expect of the ones before it: forwarding, turnaround, tags.

use crate::check::build::*;
use semantics::mncore2::check::Checker;
use semantics::mncore2::isa::*;

use Precision::F;

const STALE: &str = "MN-W-FORWARD-STALE";
const TYPE: &str = "MN-E-TURNAROUND-TYPE";
const READ_TWICE: &str = "MN-W-TURNAROUND-STALE";

fn produce(register: &str) -> Expr {
    match register {
        "$mauf" => mau(F, MauKind::Passa, None, "$t -> $nowrite"),
        "$aluf" => alu("$t -> $nowrite"),
        "$mreadf" => mread(F, Side::X, "$nowrite"),
        _ => down(DownKind::Mab, "$lb0", "$nowrite"),
    }
}

/// MN-D43.
#[test]
fn forwarding() {
    const REGISTERS: [&str; 4] = ["$mauf", "$aluf", "$mreadf", "$lbf"];
    for register in REGISTERS {
        let consume = || line(&[alu(&format!("{register} -> $lr0v"))]);
        let make = || line(&[produce(register)]);
        assert_eq!(program(&[consume()]), [(1, STALE)], "{register} before any");
        assert_eq!(program(&[make(), consume()]), []);
        // A step that counts and leaves the unit idle.
        let idle = || line(&[up(SUM, "$lr0v", "$lb0")]);
        assert_eq!(program(&[make(), idle(), consume()]), [(3, STALE)]);
        // Steps that do not count, and lines that are no steps.
        let kept = line(&[Expr::Noforward, up(SUM, "$lr0v", "$lb0")]);
        assert_eq!(program(&[make(), kept, line(&[Expr::Nop(3)]), mv(None), consume()]), []);
        // What is put out beside noforward is lost.
        let lost = line(&[Expr::Noforward, produce(register)]);
        assert_eq!(program(&[lost, consume()]), [(2, STALE)]);
        // Another unit does not help.
        for other in REGISTERS.iter().filter(|r| **r != register) {
            assert_eq!(program(&[line(&[produce(other)]), consume()]), [(2, STALE)]);
        }
    }
    // Reading may last over steps that keep the registers.
    let read = || line(&[Expr::Noforward, up(SUM, "$aluf", "$lb0")]);
    assert_eq!(program(&[line(&[produce("$aluf")]), read(), read()]), []);
    // Each use is reported at its expression.
    let mut checker = Checker::new();
    let both = line(&[produce("$lbf"), alu("$aluf $mauf -> $nowrite")]);
    let found = checker.statement(1, &both);
    let places: Vec<_> = found.iter().map(|v| v.exprs.clone()).collect();
    assert_eq!(places, [vec![1], vec![1]]);
}

fn all_up() -> [(UpKind, &'static str, usize); 7] {
    let rrn = Rrn { precision: F, op: RrnOp::Fadd };
    [
        (UpKind::Mab(3), "$lbi", 0),
        (SUM, "$lb0", 0),
        // Shortened: what is written counts.
        (UpKind::Reduce { rrn, shorten: true }, "$lbi", 0),
        (UpKind::Reduce { rrn, shorten: false }, "$llbi", 1),
        (UpKind::Mab4(1), "$lbi", 2),
        (UpKind::Reduce4 { rrn, shorten: false }, "$llbi", 3),
        (UpKind::Gather(5), "$lbi", 4),
    ]
}

fn all_down() -> [(DownKind, &'static str); 5] {
    [
        (DownKind::Mab, "$lbi"),
        (DownKind::Mab, "$llbi"),
        (DownKind::Mab4, "$lbi"),
        (DownKind::Mab4, "$llbi"),
        (DownKind::Distribute(1), "$lbi"),
    ]
}

/// s. 3.6.8.2: the pairs of speeds agree.
#[test]
fn turnaround_types() {
    for (kind, to, left) in all_up() {
        for (i, (read, from)) in all_down().into_iter().enumerate() {
            let lines = [line(&[up(kind, "$llr0v", to)]), line(&[down(read, from, "$lls0v")])];
            let expected: &[_] = if i == left { &[] } else { &[(2, TYPE)] };
            assert_eq!(program(&lines), expected, "{kind:?} {to}, {read:?} {from}");
        }
        let pe = line(&[down(DownKind::Pe, "$lbi", "$lr0v")]);
        assert_eq!(program(&[line(&[up(kind, "$llr0v", to)]), pe]), [(2, TYPE)]);
    }
    for (read, from) in all_down() {
        assert_eq!(program(&[line(&[down(read, from, "$lls0v")])]), [(1, TYPE)], "never written");
    }
}

/// The example of s. 3.6.8.2, and what keeps the register.
#[test]
fn turnaround_order() {
    let write = |to| up(UpKind::Mab(2), "$lr8v", to);
    let read = || down(DownKind::Mab, "$lbi", "$lm8v");
    let lines = [line(&[write("$lb0")]), line(&[read(), write("$lb16")]), line(&[read()])];
    assert_eq!(program(&lines), []);
    // A read in the step of the first write sees what was before.
    assert_eq!(program(&lines[1..2]), [(1, TYPE)]);
    // MN-D103: a second read.
    let twice = [line(&[write("$lbi")]), line(&[read()]), line(&[read()])];
    assert_eq!(program(&twice), [(3, READ_TWICE)]);
    // Steps between, and reads beside noforward, leave it as it is.
    let kept = [
        line(&[write("$lbi")]),
        line(&[alu("$t -> $lr0v")]),
        line(&[Expr::Noforward, read()]),
        line(&[read()]),
    ];
    assert_eq!(program(&kept), []);
    // A transfer beside noforward does not reach it.
    let lost = [line(&[Expr::Noforward, write("$lbi")]), line(&[read()])];
    assert_eq!(program(&lost), [(2, TYPE)]);
    // The last writer gives the type.
    let again = [line(&[write("$lbi")]), line(&[up(UpKind::Mab4(0), "$lr0v", "$lb0")])];
    assert_eq!(program(&[&again[..], &[line(&[read()])]].concat()), [(3, TYPE)]);
}

/// s. 3.6.13, MN-D60.
#[test]
fn tags() {
    const REUSE: &str = "MN-W-TAG-REUSE";
    const UNISSUED: &str = "MN-W-WAIT-UNISSUED";
    let wait = |tag| line(&[Expr::Nop(1), Expr::Wait(Tag(tag))]);
    assert_eq!(program(&[mv(Some(1)), wait(1)]), []);
    assert_eq!(program(&[mv(Some(255)), mv(Some(1)), wait(255), wait(1)]), []);
    // A tag that no MV of the program gives is the host's, however often it is waited for.
    assert_eq!(program(&[wait(1), wait(1)]), []);
    assert_eq!(program(&[mv(Some(1)), wait(2)]), []);
    assert_eq!(program(&[wait(1), mv(Some(2)), wait(1), wait(2)]), []);
    // The MV that gives it comes too late, or was waited for.
    assert_eq!(program(&[wait(1), wait(1), mv(Some(1))]), [(1, UNISSUED), (2, UNISSUED)]);
    assert_eq!(program(&[wait(1), mv(Some(1)), wait(1), wait(1)]), [(4, UNISSUED), (1, UNISSUED)]);
    assert_eq!(program(&[mv(Some(1)), wait(1), wait(1)]), [(3, UNISSUED)]);
    assert_eq!(program(&[mv(Some(1)), wait(1), mv(Some(1)), wait(1)]), []);
    assert_eq!(program(&[mv(Some(1)), mv(Some(1))]), [(2, REUSE)]);
    assert_eq!(program(&[mv(Some(1)), mv(Some(2)), mv(None), mv(None)]), []);
    // 00 is no tag.
    assert_eq!(program(&[mv(Some(0)), mv(Some(0))]), []);
    assert_eq!(program(&[mv(Some(0)), wait(0)]), [(2, "MN-E-WAIT-UNISSUED")]);
    assert_eq!(program(&[wait(0)]), [(1, "MN-E-WAIT-UNISSUED")]);
    // Nothing counts behind quit.
    assert_eq!(program(&[Statement::Quit, wait(0)]), []);
    assert_eq!(program(&[wait(1), Statement::Quit, mv(Some(1))]), []);
}

/// Open tags pass from one program to the next on a board; which are the host's is each one's own.
#[test]
fn tags_of_programs_on_one_board() {
    let wait = |tag| line(&[Expr::Nop(1), Expr::Wait(Tag(tag))]);
    let mut checker = Checker::new();
    let mut walk = |lines: &[Statement]| -> Vec<(u32, &'static str)> {
        checker.begin();
        let mut found = Vec::new();
        for (number, statement) in (1..).zip(lines) {
            found.extend(checker.statement(number, statement).iter().map(|v| (number, v.code)));
        }
        found.extend(checker.finish().iter().map(|(number, v)| (*number, v.code)));
        found
    };
    assert_eq!(walk(&[mv(Some(1)), mv(Some(2)), wait(2)]), []);
    assert_eq!(walk(&[wait(1), wait(2), wait(2)]), []);
    assert_eq!(walk(&[wait(1), mv(Some(1))]), [(1, "MN-W-WAIT-UNISSUED")]);
    assert_eq!(walk(&[mv(Some(1))]), [(1, "MN-W-TAG-REUSE")]);
}
