//! Words that move between the memories above the PEs, and matrix registers.

use super::stretch::{Rows, Stretch};
use crate::mncore2::account::{self, Entry, Extent, Masking, Way};
use crate::mncore2::board::Board;
use crate::mncore2::dump;
use crate::mncore2::exec::mv::{Memory, PIECE, pieces};
use crate::mncore2::isa::{Expr, L2bm, L2bmWay, Mv, Set, Statement};
use crate::mncore2::memory::{Level, Place, Store};
use crate::mncore2::state::{L2BS, PES};

/// The elements of a level that have chosen PEs.
fn above(places: &[Place], level: Level) -> Vec<Place> {
    let mut all: Vec<Place> = places.iter().filter_map(|place| place.at(level).ok()).collect();
    all.dedup();
    all
}

/// What an expression moves, by the level of its memories.
pub(super) fn expression(
    board: &Board,
    places: &[Place],
    expr: &Expr,
    held: bool,
    out: &mut Vec<Stretch>,
) {
    for level in [Level::Group, Level::L2b, Level::L1b, Level::Mab] {
        let here = |entry: &Entry<'_>| shown_at(expr, entry, held) == Some(level);
        if !account::of(expr, Masking::OWN).any(|entry| here(&entry)) {
            continue;
        }
        for place in above(places, level) {
            for entry in account::of(expr, Masking::OWN).filter(here) {
                entry_at(board, place, expr, &entry, out);
            }
        }
    }
}

/// The level that an entry is told at: of its memory, of the groups where it goes to the DRAM address
/// register. Of that the words that are written are told; the turnaround register remembers every
/// transfer but where it is held.
fn shown_at(expr: &Expr, entry: &Entry<'_>, held: bool) -> Option<Level> {
    match entry.store {
        Store::Darbuf if entry.way == Way::Read => None,
        Store::Turnaround if entry.way == Way::Written && held => None,
        Store::L2bm if matches!(expr, Expr::L2bm(L2bm::Dars { .. })) => Some(Level::Group),
        store => Some(store.level()).filter(|level| *level != Level::Pe),
    }
}

/// An entry at an element of its level. Of a reduction the L1BMs that take part and are chosen are
/// shown, of a multicast all that are chosen.
fn entry_at(board: &Board, place: Place, expr: &Expr, entry: &Entry<'_>, out: &mut Vec<Stretch>) {
    let (store, written) = (entry.store, entry.way == Way::Written);
    let read = |place, first, count| Stretch {
        written,
        ..Stretch::read(board, place, store, first, count)
    };
    let rows = |rows| Stretch { written, ..Stretch::rows(board, place, store, rows) };
    match entry.extent {
        Extent::All => out.push(read(place, 0, store.words())),
        Extent::Words(stretch, of) => {
            let (first, count) = stretch.whole();
            let beside = matches!(expr, Expr::L2bm(l2bm) if l2bm.way() == L2bmWay::Beside);
            let place = match *expr {
                Expr::L2bm(L2bm::Dars { l2b, .. }) => Place { l2b, ..place },
                _ if store == Store::L1bm && !beside && of >> place.l1b & 1 == 0 => return,
                _ => place,
            };
            out.push(read(place, first as usize, count as usize));
        }
        Extent::Rows(some) if written => {
            out.extend(each(some).into_iter().map(|row| rows(Rows::whole(some.precision, row, 1))));
        }
        Extent::Rows(some) => {
            out.push(rows(Rows::whole(some.precision, some.first.into(), some.count.into())));
        }
        Extent::Columns(some) => out.push(rows(columns(some))),
        Extent::Access(_) | Extent::Entry(_) => {}
    }
}

/// All rows, and of each the long words of the columns: as many columns as rows, in 4 long words.
fn columns(some: account::Rows) -> Rows {
    let rows = usize::from(some.precision.matrix_rows());
    let (first, count) = (usize::from(some.first), usize::from(some.count));
    let of = |column: usize| column * PES / rows;
    let (from, last) = (of(first), of(first + count - 1));
    Rows { from, width: (last - from + 1).min(PES), ..Rows::whole(some.precision, 0, rows) }
}

/// The rows that a step writes (s. 3.6.1.14), each once.
fn each(some: account::Rows) -> Vec<usize> {
    let all = usize::from(some.precision.matrix_rows());
    let count = usize::from(some.count);
    let mut rows: Vec<usize> = (0..count).map(|n| (usize::from(some.first) + n) % all).collect();
    rows.sort_unstable();
    rows.dedup();
    rows
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
        Statement::Host(copy) => {
            let place = Place { group: copy.group, ..Place::default() };
            let (first, count) = (copy.address as usize, copy.words.len());
            out.push(Stretch::written(board, place, Store::Pdm, first, count));
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
