//! What lints say of memory, held against the board on random programs: a dead result may be left
//! out, and without a stale read what memory held at the start does not show.

use proptest::prelude::*;
use semantics::mncore2::check::{Checker, Lint, Rules, Violation};
use semantics::mncore2::isa::{Bank, Dest, Expr, L1bmPlace, Side, Statement, Step, Target};
use semantics::mncore2::text::{Program, parse};
use semantics::mncore2::{Board, Place, Store};

/// Addresses that overlap on purpose: long words, single words, two long words, one alone, a list.
const PLACES: [&str; 6] = ["l#0v", "l#4v", "#2v", "ll#0v", "l#6", "l#[8,2,4,12]"];
/// `A` is read in one GRF, `B` in the other, `D` is a destination.
const STEPS: [&str; 20] = [
    "ladd A B D",
    "lpassa A D",
    "lpassa A D $t",
    "iadd A B D",
    "isub A B D $omr1",
    "lxor A B D/$imr1",
    "lxor A B D/1010",
    "lpassa $aluf D",
    "noforward; linc A D",
    "lpassa $t D",
    "lpassa A $t",
    "fvadd A B D",
    "dmwrite A $lx0",
    "fmwrite A $lx2",
    "dmread $lx0 D",
    "dmmuld $lx A D",
    "l1bmm@3 A $lb0",
    "l1bmm@5 A $lb8",
    "l1bmm $lb4 D",
    "zero D",
];
/// The address hangs on T or on a base address register.
const UNKNOWN: [&str; 4] =
    ["lpassa A $lmt0v", "lpassa $lmt4v D", "lpassa $peid $mb", "linc $lm4v D"];

/// What a random number makes of a step.
fn step(template: &str, pick: [u8; 3]) -> String {
    let place = |n: u8, bank: &str| {
        format!("${}", PLACES[usize::from(n) % PLACES.len()].replace('#', bank))
    };
    let dest = if template.contains("$lm") {
        ["r", "s"][usize::from(pick[2] & 1)]
    } else {
        ["r", "s", "m", "n"][usize::from(pick[2] >> 4) % 4]
    };
    let [a, b] = if pick[0] & 128 == 0 { ["r", "s"] } else { ["s", "r"] };
    let dest = place(pick[2], dest);
    // A mask of one long word on two (s. 3.6.2.1).
    let pad = if template.contains("D/") && dest.starts_with("$ll") { "p" } else { "" };
    let line = template.replace('A', &place(pick[0], a)).replace('B', &place(pick[1], b));
    line.replace('D', &dest) + pad
}

fn findings(lint: Lint, program: &Program) -> Vec<Violation> {
    let mut checker = Checker::with(Rules::NONE.with(lint));
    program.lines().iter().flat_map(|l| checker.statement(l.number, l.statement())).collect()
}

const DUMPS: &str = "d get $lr0n0c0b0m1 12\nd get $ls0n0c0b0m1 12\nd get $lm0n0c0b0m1 12\n\
                     d get $ln0n0c0b0m1 12\nd get $lltn0c0b0m1 4\nd get $lb0n0c0b0 32\n\
                     d geth $lx0n0c0b0m1 16\nd get $omr1n0c0b0m1 1\n";

fn dump(board: &mut Board, program: &Program) -> String {
    let mut out = Vec::new();
    board.run(program, &mut out).expect("a run");
    String::from_utf8(out).expect("text")
}

/// The program without the result that an operand of a line writes.
fn without(program: &Program, line: u32, operand: &str) -> Program {
    let statements = program.lines().iter().map(|l| match l.statement() {
        Statement::Step(step) if l.number == line => Statement::Step(Step {
            exprs: step.exprs.iter().map(|e| leave_out(e, operand)).collect(),
        }),
        other => other.clone(),
    });
    Program::new(statements).expect("still a program")
}

fn leave_out(expr: &Expr, operand: &str) -> Expr {
    let rest = |dests: &mut Vec<Dest>| {
        dests.retain(|d| d.to_string() != operand);
        if dests.is_empty() {
            dests.push(Dest::plain(Target::Nowrite));
        }
    };
    let mut expr = expr.clone();
    match &mut expr {
        Expr::Alu(alu) => rest(&mut alu.dests),
        Expr::Mau(mau) => rest(&mut mau.dests),
        Expr::Mread(read) => rest(&mut read.dests),
        Expr::Down(down) => rest(&mut down.dests),
        Expr::Up(up) => up.to.place = L1bmPlace::Turnaround,
        Expr::Mwrite(_) => return Expr::Noforward,
        _ => {}
    }
    expr
}

/// Rubbish in all memories that the steps may read.
fn dirty() -> Board {
    let mut board = Board::new();
    let banks = Bank::ALL.map(|bank| (Store::Bank(bank), 16));
    let others =
        [(Store::T, 8), (Store::L1bm, 32), (Store::Matrix(Side::X), 64), (Store::Mask, 64)];
    for pe in 0..4 {
        let place = Place { mab: 1, pe, ..Place::default() };
        for (store, words) in banks.into_iter().chain(others) {
            for at in 0..words.min(store.words()) {
                let value =
                    if store == Store::Mask { 5 } else { 0x4009_21fb_5444_2d18 + at as u64 };
                // Entry 0 of the masks is fixed.
                let _ = board.write(place, store, at, value);
            }
        }
    }
    board
}

fn source(parts: &[(u8, [u8; 3])], steps: &[&str]) -> String {
    let lines = parts.iter().map(|(n, pick)| step(steps[usize::from(*n) % steps.len()], *pick));
    lines.fold(String::new(), |all, line| all + &line + "\n")
}

fn parts() -> impl Strategy<Value = Vec<(u8, [u8; 3])>> {
    prop::collection::vec(any::<(u8, [u8; 3])>(), 1..40)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn dead_results_may_be_left_out(parts in parts()) {
        let steps: Vec<_> = STEPS.into_iter().chain(UNKNOWN).collect();
        let start = "d set $lr0n0c0b0m1 8 l1l2l3l4l5l6l7l8\nd set $ls0n0c0b0m1 8 l9l8l7l6l5l4l3l2\n\
                     isub $lr0v $ls0v $omr1\n";
        let program = parse(&(start.to_owned() + &source(&parts, &steps) + DUMPS));
        let program = program.expect("a program");
        let before = dump(&mut Board::new(), &program);
        for found in findings(Lint::Dead, &program).iter().take(4) {
            let earlier = found.earlier.as_ref().expect("what is dead");
            let less = without(&program, earlier.line, &earlier.text);
            prop_assert_eq!(&dump(&mut Board::new(), &less), &before, "{:?}", found);
        }
    }

    #[test]
    fn without_stale_reads_the_start_does_not_show(parts in parts(), hole in 2..12usize) {
        // All is written before but for one part; L1BM always is, for its padding is let through, as
        // is what masks leave out.
        let first = ["zero $t", "l1bmm@0 $t $llb0", "zero $llr0v", "zero $lls0v", "zero $llm0v",
            "zero $lln0v", "dmwrite $t $lx0", "hmwrite $t $llx0", "hmwrite $t $llx8"];
        let steps: Vec<_> = STEPS.into_iter().filter(|s| !s.contains('/')).collect();
        let first: Vec<_> = first.iter().enumerate().filter(|(i, _)| *i != hole).map(|x| *x.1).collect();
        let body = source(&parts, &steps);
        let program = parse(&(first.join("\n") + "\n" + &body)).expect("a program");
        if findings(Lint::StaleInit, &program).is_empty() {
            // Reading is what counts, so only what the steps have written is looked at.
            let program = parse(&(first.join("\n") + "\n" + &body + &written(&body))).expect("a program");
            prop_assert_eq!(dump(&mut dirty(), &program), dump(&mut Board::new(), &program));
        }
    }
}

/// Dumps of the destinations that lines write without a mask.
fn written(body: &str) -> String {
    let mut dumps = String::new();
    for line in body.lines() {
        let Some(Statement::Step(step)) =
            parse(line).ok().and_then(|p| p.lines().first().map(|l| l.statement().clone()))
        else {
            continue;
        };
        for dest in step.exprs.iter().flat_map(Expr::dests).filter(|d| d.mask.is_none()) {
            if let Target::Memory(access) = dest.target {
                for c in 0..4 {
                    let (letter, width) = (access.bank.letter(), access.width.prefix());
                    let dtype = if width.is_empty() { "f" } else { "" };
                    dumps += &format!(
                        "d get{dtype} ${width}{letter}{}n0c0b0m1 1\n",
                        access.cycles.at(c)
                    );
                }
            }
        }
    }
    dumps
}
