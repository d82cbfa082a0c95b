//! Operands of PEs: which words, behind which port, under which mask.

use super::stretch::word;
use super::{Part, Read, ReadCycle, WriteCycle, Writing, precision};
use crate::mncore2::account::{self, Entry, Extent, Masking, Way};
use crate::mncore2::board::Board;
use crate::mncore2::exec::access::{Gate, address};
use crate::mncore2::exec::port;
use crate::mncore2::exec::step::{self, Masks};
use crate::mncore2::isa::{Access, AluForm, Dest, Expr, Input, Step, Target, Width};
use crate::mncore2::memory::{Place, Store};
use crate::mncore2::state::{Block, CYCLES, Path};
use std::array::from_fn;

/// Inputs, and outputs as they are before the step.
pub(super) fn before(board: &Board, places: &[Place], step: &Step, expr: &Expr, part: &mut Part) {
    let machine = board.machine();
    // The PEs of an L1B stand together.
    for places in places.chunk_by(|a, b| a.l1b_index() == b.l1b_index()) {
        let Some(first) = places.first() else { continue };
        let block = &machine.state().blocks[first.l1b_index()];
        for (n, input) in expr.inputs().iter().enumerate() {
            read(block, places, expr, n, input, &mut part.reads);
        }
        let masks = Masks::new(block, step, machine.setting());
        for (n, dest) in expr.dests().iter().enumerate() {
            let gate = masks.gate(dest);
            let writing = |&place| write(board, block, place, expr, (n, dest), gate);
            part.writes.extend(places.iter().filter_map(writing));
        }
    }
    // All operands of a PE side by side.
    part.reads.sort_by_key(|read| read.place.numbers());
    part.writes.sort_by_key(|write| write.place.numbers());
}

/// Input `n` of an expression in the PEs of an L1B.
fn read(
    block: &Block,
    places: &[Place],
    expr: &Expr,
    n: usize,
    input: &Input,
    reads: &mut Vec<Read>,
) {
    let Some(first) = places.first() else { return };
    let bits = match expr {
        Expr::Alu(e) => match e.form {
            AluForm::Element { precision, .. } => precision.bits(),
            _ => 64,
        },
        _ => 64,
    };
    let mut path = Box::new(Path::ZERO);
    step::read(block, step::Place::of(first.l1b_index()), &input.source, bits, &mut path);
    let raw = path.clone();
    match expr {
        Expr::Alu(_) => port::alu_input(input, &mut path),
        Expr::Mau(e) => port::mau_input(e, n, input, &mut path),
        Expr::Mwrite(e) => port::mwrite_input(e, &mut path),
        _ => {}
    }
    let changes = input.convert.is_some() || input.negate;
    let shown = changes && !matches!(expr, Expr::Up(_));
    let own = account::input(n, input).next();
    let (store, width) = (own.map(|e| e.store), own.map_or(Width::Long, |e| e.width));
    let access = own.and_then(|e| e.access());
    for &place in places {
        let lane = place.lane();
        let words = |path: &Path, c: usize| [path.hi[c][lane], path.lo[c][lane]];
        let cycles = from_fn(|c| ReadCycle {
            address: access.map(|access| address(block, access, c, lane) as u16),
            words: words(&raw, c),
            port: shown.then(|| words(&path, c)),
        });
        let precision = precision::input(expr, n, input);
        reads.push(Read { place, operand: input.to_string(), store, width, precision, cycles });
    }
}

/// An output operand before the step.
fn write(
    board: &Board,
    block: &Block,
    place: Place,
    expr: &Expr,
    (n, dest): (usize, &Dest),
    gate: Gate<'_>,
) -> Option<Writing> {
    let lane = place.lane();
    let Entry { store, width, extent, .. } =
        account::dest(n, dest, Masking::OWN).find(|e| e.way == Way::Written)?;
    let mut cycles: [WriteCycle; CYCLES] = from_fn(|c| WriteCycle {
        address: match extent {
            Extent::Access(access) => Some(address(block, access, c, lane) as u16),
            Extent::Entry(entry) => Some(entry.into()),
            _ => None,
        },
        flags: (!gate.is_open()).then(|| gate.flags[c][lane]),
        bits: bits(&dest.target, gate, c, lane),
        ..WriteCycle::default()
    });
    let one_word = matches!(dest.target, Target::Memory(_) | Target::Bar(..));
    for c in 0..CYCLES {
        let later = (c + 1..CYCLES).find(|&later| {
            let [now, then] = [cycles[c], cycles[later]];
            let meet = (0..2).any(|n| now.bits[n] & then.bits[n] != 0);
            one_word && now.address == then.address && meet
        });
        cycles[c].overwritten = later.map(|later| later as u8);
    }
    let precision = match dest.target {
        Target::Mask(_) | Target::Bar(..) => None,
        _ => precision::output(expr),
    };
    let operand = dest.to_string();
    let mut writing = Writing { place, operand, store, width, precision, cycles };
    for c in 0..CYCLES {
        writing.cycles[c].old = words(board, &writing, c);
    }
    Some(writing)
}

/// The bits that a cycle writes.
fn bits(target: &Target, gate: Gate<'_>, c: usize, lane: usize) -> [u64; 2] {
    let (hi, lo) = gate.bits(c, lane);
    match target {
        Target::Memory(Access { width: Width::Single, .. }) => [hi & !0 << 32, 0],
        Target::Memory(Access { width: Width::Long, .. }) => [hi, 0],
        Target::Bar(_, width) => [hi >> if *width == Width::Single { 32 } else { 0 } & 0xfff, 0],
        // Flags that the mask holds back become 0 (MN-D47).
        Target::Mask(_) => [15, 0],
        _ => [hi, lo],
    }
}

/// The words of a cycle as they are now.
fn words(board: &Board, writing: &Writing, c: usize) -> [u64; 2] {
    let Writing { place, store, width, .. } = *writing;
    let at = usize::from(writing.cycles[c].address.unwrap_or(0));
    let word = |at| word(board, place, store, at);
    match store {
        Store::Bank(_) => match width {
            Width::Single => [word(at / 2) << (32 * (at % 2)) & !0 << 32, 0],
            Width::Long => [word(at / 2), 0],
            Width::Double => [word(at / 2), word(at / 2 + 1)],
        },
        Store::T => [word(2 * c), word(2 * c + 1)],
        Store::Mask => [word(CYCLES * at + c), 0],
        _ => [word(0), 0],
    }
}

/// Outputs as they are behind the step.
pub(super) fn after(board: &Board, part: &mut Part) {
    for writing in &mut part.writes {
        for c in 0..CYCLES {
            writing.cycles[c].new = words(board, writing, c);
        }
    }
}
