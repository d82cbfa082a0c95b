//! The start of a program: data in every memory that it can read, different from place to place.

use super::access::POOL;
use super::l1bm::{DAR_DATA, DAR_POOL, L2BM_POOL};
use super::values::Values;
use super::{Settings, Units};
use crate::programs::choices::{Choices, Seeded, pick, small};
use semantics::mncore2::isa::{
    Access, Alu, AluForm, AluOp, Bank, Constant, Cycles, Dest, Down, DownKind, DramLoad, Expr,
    Input, L1bSet, L1bmOperand, L1bmPlace, L2bm, Levels, Memory, Modifier, Mv, MvOp, MvOperand,
    MvTransfer, Notation, Precision, Set, Source, Statement, Step, Target, Width,
};

/// Long words of L2BM that are set in each L2B.
const L2BM_SET: usize = 512;

/// The statements. One choice makes all the data, so that few bytes of a fuzzer go into it.
pub(super) fn fill(c: &mut dyn Choices, settings: &Settings) -> Vec<Statement> {
    let mut data = Seeded::new(c.bits());
    let mut out = pe_memories(&mut data);
    if settings.units >= Units::L1bm {
        l1bm(&mut data, &mut out);
    }
    if settings.units >= Units::L2bm {
        l2bm(&mut data, &mut out);
    }
    if settings.units >= Units::Mv {
        off_chip(&mut data, &mut out);
    }
    out.extend((0..4).map(|_| mixed(&mut data)));
    out.extend((1..=4).map(|entry| flags(&mut data, entry)));
    out
}

fn set(memory: Memory, levels: Levels, count: u32, words: Box<[u64]>) -> Statement {
    Statement::Set(Box::new(Set { memory, levels, count, words, notation: Notation::Hex16 }))
}

/// The pool of each memory, one content for each PE number.
fn pe_memories(data: &mut Seeded) -> Vec<Statement> {
    let mut out = Vec::new();
    for bank in Bank::ALL {
        for pe in 0..4 {
            let words = Values::new(data).words(usize::from(POOL / 2));
            let levels = Levels { pe: Some(pe), ..Levels::default() };
            out.push(set(Memory::Pe(Width::Long, bank, 0), levels, u32::from(POOL / 2), words));
        }
    }
    // T serves as an address too: small numbers in its upper long words.
    let words = (0..8).map(|i| if i % 2 == 0 { data.below(64) } else { Values::new(data).word() });
    let words: Box<[u64]> = words.collect();
    out.push(set(Memory::T(Width::Double), Levels::default(), 4, words));
    out
}

/// L1BM: the same everywhere, and something else in a few places.
fn l1bm(data: &mut Seeded, out: &mut Vec<Statement>) {
    for levels in [
        Levels::default(),
        Levels { group: Some(0), ..Levels::default() },
        Levels { group: Some(2), l2b: Some(1), ..Levels::default() },
        Levels { group: Some(0), l2b: Some(0), l1b: Some(3), ..Levels::default() },
    ] {
        let words = Values::new(data).words(256);
        out.push(set(Memory::L1bm(Width::Long, 0), levels, 256, words));
    }
    // Every MAB its own part.
    let dest = stride(Bank::Lm1, Width::Long, 2 * small(data, 4));
    out.push(step(Expr::Down(Down {
        kind: DownKind::Distribute(0),
        flush: None,
        from: L1bmOperand { double: false, place: L1bmPlace::At(0) },
        dests: vec![Dest::plain(Target::Memory(dest))],
    })));
}

/// L2BM: every L2B its own content, which L1BM gets parts of; small numbers where the DAR is loaded
/// from.
fn l2bm(data: &mut Seeded, out: &mut Vec<Statement>) {
    for place in 0..8 {
        let levels = Levels { group: Some(place / 2), l2b: Some(place % 2), ..Levels::default() };
        let words = Values::new(data).words(L2BM_SET);
        out.push(set(Memory::L2bm(0), levels, L2BM_SET as u32, words));
        let words = (0..256).map(|_| data.below(64) << 32 | data.below(64)).collect();
        out.push(set(Memory::L2bm(u32::from(DAR_DATA)), levels, 256, words));
    }
    let set = L1bSet::ALL;
    out.push(step(Expr::L2bm(L2bm::Distribute { set, lc: 0, lb: 0 })));
    out.push(step(Expr::L2bm(L2bm::Distribute { set, lc: 256, lb: 64 })));
    out.push(step(Expr::L2bm(L2bm::Dars { lc: DAR_DATA, l2b: 1, dar: 0 })));
    out.extend((0..DAR_POOL / 4).map(|_| step(Expr::L2bm(L2bm::Darw))));
}

/// DRAM and PDM of every group.
fn off_chip(data: &mut Seeded, out: &mut Vec<Statement>) {
    for group in 0..4 {
        let words = Values::new(data).words(256);
        out.push(Statement::Load(Box::new(DramLoad { group, address: 0, words })));
        out.push(Statement::Mv(Mv::Transfer(MvTransfer {
            op: MvOp::P,
            size: 512.min(u32::from(L2BM_POOL)),
            tag: None,
            priority: None,
            run: None,
            from: MvOperand::L2bm { address: 0, group: Some(group), l2b: Some(0) },
            to: MvOperand::Pdm { address: 0, group: Some(group) },
        })));
    }
}

fn step(expr: Expr) -> Statement {
    Statement::Step(Step { exprs: vec![expr] })
}

fn stride(bank: Bank, width: Width, start: u16) -> Access {
    let cycles = Cycles::Stride { start, increment: width.words() };
    Access { bank, width, cycles, modifier: Modifier::None }
}

/// The number of each PE mixed into a few words.
fn mixed(data: &mut Seeded) -> Statement {
    let place = stride(pick(data, &Bank::ALL), Width::Double, 16 * small(data, 4));
    step(with_number(data, AluOp::Xor, place, Target::Memory(place)))
}

/// Flags that depend on the number of the PE: where it has no bit in common with the data.
fn flags(data: &mut Seeded, entry: u8) -> Statement {
    let place = stride(pick(data, &Bank::ALL), Width::Long, 8 * small(data, 8));
    step(with_number(data, AluOp::And, place, Target::Mask(entry)))
}

fn with_number(data: &mut Seeded, op: AluOp, place: Access, to: Target) -> Expr {
    const NUMBERS: [Constant; 4] =
        [Constant::Peid, Constant::Mabid, Constant::L1bid, Constant::L2bid];
    let number = Source::Constant(pick(data, &NUMBERS));
    let precision = pick(data, &[Precision::S, Precision::S, Precision::I, Precision::L]);
    Expr::Alu(Alu {
        form: AluForm::Element { unsigned: false, precision, op, bits: 0 },
        flush: None,
        inputs: vec![Input::plain(number), Input::plain(Source::Memory(place))],
        dests: vec![Dest::plain(to)],
    })
}
