//! Words that move between the memories above the PEs, and matrix registers.

use super::stretch::Stretch;
use crate::mncore2::board::Board;
use crate::mncore2::dump;
use crate::mncore2::exec::l1bm::{words_down, words_up};
use crate::mncore2::exec::l2bm::{self, Stretches};
use crate::mncore2::exec::mv::{Memory, PIECE, pieces};
use crate::mncore2::isa::{Expr, L1bmOperand, L1bmPlace, L2bm, Mv, Mwrite, Set, Statement, Width};
use crate::mncore2::memory::{Level, Place, Store};
use crate::mncore2::state::{CYCLES, L2BS, LANES, MATRIX_ROWS, PES};

/// The elements of a level that have chosen PEs.
fn above(places: &[Place], level: Level) -> Vec<Place> {
    let mut all: Vec<Place> = places.iter().filter_map(|place| place.at(level).ok()).collect();
    all.dedup();
    all
}

/// What an expression moves.
pub(super) fn expression(
    board: &Board,
    places: &[Place],
    expr: &Expr,
    held: bool,
    out: &mut Vec<Stretch>,
) {
    let read = |place, store, first, count| Stretch::read(board, place, store, first, count);
    match expr {
        Expr::Down(e) => {
            let (store, first, count) = l1bm(&e.from, words_down(e));
            out.extend(above(places, Level::L1b).into_iter().map(|p| read(p, store, first, count)));
        }
        Expr::Up(e) => {
            let (store, first, count) = l1bm(&e.to, words_up(e));
            for place in above(places, Level::L1b) {
                if store == Store::L1bm {
                    out.push(Stretch::written(board, place, store, first, count));
                }
                // The turnaround register remembers every transfer.
                if !held {
                    let count = CYCLES * LANES;
                    out.push(Stretch::written(board, place, Store::Turnaround, 0, count));
                }
            }
        }
        Expr::L2bm(op) => transfer(board, places, op, out),
        Expr::Mwrite(e) => matrix_rows(board, places, e, out),
        Expr::Mread(e) => {
            let store = Store::Matrix(e.from.side);
            let mabs = above(places, Level::Mab).into_iter();
            out.extend(mabs.map(|place| read(place, store, 0, store.words())));
        }
        Expr::Mau(e) => {
            if let Some(store) = e.matrix.map(Store::Matrix) {
                let mabs = above(places, Level::Mab).into_iter();
                out.extend(mabs.map(|place| read(place, store, 0, store.words())));
            }
        }
        Expr::Alu(_) | Expr::Nop(_) | Expr::Noforward | Expr::Wait(_) => {}
    }
}

/// The memory, first word and number of words of an L1BM operand.
fn l1bm(operand: &L1bmOperand, count: usize) -> (Store, usize, usize) {
    match operand.place {
        L1bmPlace::At(address) => (Store::L1bm, address.into(), count),
        L1bmPlace::Turnaround => (Store::Turnaround, 0, CYCLES * LANES),
    }
}

/// The physical rows that a step writes (s. 3.6.1.14), each once.
fn matrix_rows(board: &Board, places: &[Place], e: &Mwrite, out: &mut Vec<Stretch>) {
    let count = if e.to.width == Width::Double { 2 * CYCLES } else { CYCLES };
    let apart = MATRIX_ROWS / usize::from(e.precision.matrix_rows());
    let mut rows: Vec<usize> =
        (0..count).map(|n| (usize::from(e.to.index) + n) * apart % MATRIX_ROWS).collect();
    rows.sort_unstable();
    rows.dedup();
    let store = Store::Matrix(e.to.side);
    for place in above(places, Level::Mab) {
        out.extend(rows.iter().map(|row| Stretch::written(board, place, store, PES * row, PES)));
    }
}

/// L2BM expressions. Of a reduction the L1BMs that take part and are chosen are shown.
fn transfer(board: &Board, places: &[Place], op: &L2bm, out: &mut Vec<Stretch>) {
    let stretch = |written, place, store, first, count| Stretch {
        written,
        ..Stretch::read(board, place, store, first, count)
    };
    let Some(Stretches { l2bm, l1bm, multicast, down }) = l2bm::stretches(op) else {
        return address_register(board, places, op, out);
    };
    let (set, l1b) = match *op {
        L2bm::Broadcast { set, .. }
        | L2bm::Broadcast2 { set, .. }
        | L2bm::Distribute { set, .. }
        | L2bm::Reduce { set, .. } => (Some(set), None),
        L2bm::Transfer { l1b, .. } => (None, Some(l1b)),
        _ => (None, None),
    };
    if let Some((first, count)) = l2bm {
        let l2bs = above(places, Level::L2b).into_iter();
        out.extend(l2bs.map(|p| stretch(!down, p, Store::L2bm, first.into(), count)));
    }
    let takes_part = |place: &Place| {
        set.is_none_or(|set| set.contains(place.l1b)) && l1b.is_none_or(|b| b == place.l1b)
    };
    for place in above(places, Level::L1b).into_iter().filter(takes_part) {
        out.push(stretch(down, place, Store::L1bm, l1bm.0.into(), l1bm.1));
        if let Some(to) = multicast {
            out.push(stretch(true, place, Store::L1bm, to.into(), l1bm.1));
        }
    }
}

/// `l2bmdars` and `l2bmdarw`: the whole buffer and the whole DRAM address register, of which the
/// words that change are told.
fn address_register(board: &Board, places: &[Place], op: &L2bm, out: &mut Vec<Stretch>) {
    for place in above(places, Level::Group) {
        if let L2bm::Dars { lc, l2b, .. } = *op {
            let from = Place { l2b, ..place };
            let count = Store::Darbuf.words();
            out.push(Stretch::read(board, from, Store::L2bm, lc.into(), count / 2));
            out.push(Stretch::written(board, place, Store::Darbuf, 0, count));
        } else {
            out.push(Stretch::written(board, place, Store::Dar, 0, Store::Dar.words()));
        }
    }
}

/// What a statement that is no step moves. An MV is shown in all groups.
pub(super) fn statement(
    board: &Board,
    places: &[Place],
    statement: &Statement,
    out: &mut Vec<Stretch>,
) {
    match statement {
        Statement::Mv(Mv::Transfer(transfer)) => {
            let state = board.machine().state();
            let mut all: Vec<(bool, usize, usize, usize)> = Vec::new();
            for (memory, address, written) in pieces(transfer, state) {
                let (kind, number) = match memory {
                    Memory::Pdm(group) => (0, group),
                    Memory::Dram(group) => (1, group),
                    Memory::L2bm(number) => (2, number),
                };
                all.push((written, kind, number, address % STORES[kind].words()));
            }
            all.sort_unstable();
            all.dedup();
            for run in all.chunk_by(|a, b| (a.0, a.1, a.2, a.3 + PIECE) == *b) {
                let (written, kind, number, first) = run[0];
                let store = STORES[kind];
                let place = match store {
                    Store::L2bm => Place {
                        group: (number / L2BS) as u8,
                        l2b: (number % L2BS) as u8,
                        ..Place::default()
                    },
                    _ => Place { group: number as u8, ..Place::default() },
                };
                let read = Stretch::read(board, place, store, first, PIECE * run.len());
                out.push(Stretch { written, ..read });
            }
        }
        Statement::Set(set) => set_words(board, places, set, out),
        Statement::Load(load) => {
            let place = Place { group: load.group, ..Place::default() };
            let (first, count) = (load.address as usize, load.words.len());
            out.push(Stretch::written(board, place, Store::Dram, first, count));
        }
        _ => {}
    }
}

/// The memories of MV statements.
const STORES: [Store; 3] = [Store::Pdm, Store::Dram, Store::L2bm];

/// `d set` at chosen elements.
fn set_words(board: &Board, places: &[Place], set: &Set, out: &mut Vec<Stretch>) {
    let Some(words) = dump::words_of(set.memory, set.count) else {
        return;
    };
    let dump::Words { store, first, count, singles } = words;
    let chosen = above(places, store.level());
    for place in store.places(&set.levels).filter(|place| chosen.contains(place)) {
        let stretch = Stretch::written(board, place, store, first, count);
        out.push(Stretch { singles, ..stretch });
    }
}
