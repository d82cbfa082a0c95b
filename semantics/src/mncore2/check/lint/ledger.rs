//! Who wrote what is in each cell, and whether anybody has read it: the books of `MN-W-DEAD`,
//! `MN-W-BLOCK` and, for inputs, `MN-W-NO-V`.
//!
//! A record is the result that one operand wrote; it lives as long as it owns a cell. What part of
//! the PEs, of the bits, or of an unknown place is written changes no owner: it ends nothing.

use super::cell::{self, Bits, CELLS, Cells};
use super::touch::{Operand, Place};
use crate::mncore2::check::place::Spot;
use crate::mncore2::isa::{Bank, Dest, Input, Precision, Target, Width};

/// The most destinations of an expression: one a write port, and T.
const DESTS: usize = 6;

/// What an operand wrote.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    pub(super) spot: Spot,
    pub(super) operand: Operand,
    /// Cells that nothing else has taken yet.
    live: u32,
    /// The statement that wrote it.
    born: u32,
    pub(super) read: bool,
    pub(super) kind: Kind,
    /// The first cell of a result of four cycles that differ.
    vector: Option<u16>,
    /// A read of its first word alone in all cycles.
    flat: Option<(u32, Input)>,
    /// It was read otherwise too.
    spread: bool,
}

impl Record {
    pub(super) fn new(spot: Spot, operand: Operand, kind: Kind, vector: Option<u16>) -> Self {
        Self {
            spot,
            operand,
            live: 0,
            born: 0,
            read: false,
            kind,
            vector,
            flat: None,
            spread: false,
        }
    }

    /// The input without `v` that is all that was ever read of four words.
    pub(super) fn forgotten(&self) -> Option<(u32, Input)> {
        self.flat.filter(|_| !self.spread)
    }
}

/// A record that may be gone by now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    index: u16,
    born: u32,
}

/// The results that a unit put out with one expression.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Results([Option<Key>; DESTS]);

impl Results {
    /// One more; a step that keeps the rules has no more than there is room for.
    pub(super) fn push(&mut self, key: Key) {
        if let Some(free) = self.0.iter_mut().find(|k| k.is_none()) {
            *free = Some(key);
        }
    }
}

/// The cells' owners.
#[derive(Clone, Debug)]
pub(super) struct Ledger {
    /// One more than the index of a record; 0: none.
    owners: Box<[u16]>,
    /// Cells that something else was written into as well.
    mixed: Bits,
    records: Vec<Record>,
    free: Vec<u16>,
    now: u32,
    /// When a read that may have gone anywhere took place in LM0, LM1, and when such a write.
    read_anywhere: [u32; 2],
    written_anywhere: [u32; 2],
}

impl Ledger {
    pub(super) fn new() -> Self {
        Self {
            owners: vec![0; CELLS].into(),
            mixed: Bits::new(),
            records: Vec::new(),
            free: Vec::new(),
            now: 0,
            read_anywhere: [0; 2],
            written_anywhere: [0; 2],
        }
    }

    /// A statement begins.
    pub(super) fn tick(&mut self) {
        self.now += 1;
    }

    fn owner(&self, cell: usize) -> Option<usize> {
        usize::from(self.owners[cell]).checked_sub(1)
    }

    /// The record of what is in a cell, if it is that alone.
    pub(super) fn pure(&self, cell: usize) -> Option<&Record> {
        let record = &self.records[self.owner(cell)?];
        let later = |bank: Bank| self.written_anywhere[bank as usize] >= record.born;
        let mixed = self.mixed.has(cell) || cell::lm(cell).is_some_and(later);
        (!mixed).then_some(record)
    }

    /// A read. `flat` is the input, at the line, that reads one address beside operands that stride.
    pub(super) fn read(&mut self, place: &Place, flat: Option<(u32, Input)>) {
        let cells = match place {
            Place::Cells(cells) => cells,
            Place::Anywhere(bank) => {
                self.read_anywhere[*bank as usize] = self.now;
                return;
            }
        };
        let mut last = None;
        for cell in cells.iter() {
            // Neighbours mostly have one owner.
            let owner = self.owner(cell);
            if owner == std::mem::replace(&mut last, owner) {
                continue;
            }
            let Some(owner) = owner else { continue };
            let record = &mut self.records[owner];
            record.read = true;
            match flat.filter(|_| record.vector == Some(cells.first() as u16)) {
                Some(flat) => record.flat = record.flat.or(Some(flat)),
                None => record.spread = true,
            }
        }
    }

    /// The results of a unit are read on their way.
    pub(super) fn read_results(&mut self, results: &Results) {
        for key in results.0.iter().flatten() {
            let record = &mut self.records[usize::from(key.index)];
            if record.born == key.born {
                (record.read, record.spread) = (true, true);
            }
        }
    }

    /// A write that changes all of its cells; what it ends goes to `over`. Nothing if nobody is to
    /// own it.
    pub(super) fn write(
        &mut self,
        cells: &Cells,
        record: Option<Record>,
        over: &mut impl FnMut(&Record),
    ) -> Option<Key> {
        let index = record.map(|record| self.enter(record));
        self.mixed.fill(cells, false);
        for cell in cells.iter() {
            let owner = self.owners[cell];
            let new = index.map_or(0, |i| i + 1);
            if owner == new {
                continue;
            }
            self.owners[cell] = new;
            if let Some(i) = index {
                self.records[usize::from(i)].live += 1;
            }
            if owner != 0 {
                self.lose(owner - 1, cell, over);
            }
        }
        index.map(|index| Key { index, born: self.now })
    }

    fn enter(&mut self, record: Record) -> u16 {
        let record = Record { born: self.now, ..record };
        match self.free.pop() {
            Some(index) => {
                self.records[usize::from(index)] = record;
                index
            }
            // No more than one for each cell, and the one that is being entered.
            None => {
                self.records.push(record);
                (self.records.len() - 1) as u16
            }
        }
    }

    fn lose(&mut self, index: u16, cell: usize, over: &mut impl FnMut(&Record)) {
        let record = &mut self.records[usize::from(index)];
        record.live -= 1;
        if record.live == 0 {
            let later = |bank: Bank| self.read_anywhere[bank as usize] >= record.born;
            if cell::lm(cell).is_some_and(later) {
                (record.read, record.spread) = (true, true);
            }
            over(record);
            self.free.push(index);
        }
    }

    /// A write that leaves something of what was there.
    pub(super) fn mix(&mut self, place: &Place) {
        match place {
            Place::Cells(cells) => self.mixed.fill(cells, true),
            Place::Anywhere(bank) => self.written_anywhere[*bank as usize] = self.now,
        }
    }

    /// The records that still own a cell.
    pub(super) fn left(&self) -> impl Iterator<Item = &Record> {
        self.records.iter().filter(|r| r.live > 0).filter(|r| match r.vector {
            Some(cell) => {
                cell::lm(cell.into()).is_none_or(|bank| self.read_anywhere[bank as usize] < r.born)
            }
            None => true,
        })
    }
}

/// What is known of some words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing.
    #[default]
    Unknown,
    /// Numbers with exponents of their own.
    Numbers,
    /// Blocks of a precision.
    Blocks(Precision),
}

impl Kind {
    /// Whether a product of a precision may read them, as far as is known.
    pub(super) fn fits(self, precision: Precision) -> bool {
        match self {
            Self::Unknown => true,
            Self::Numbers => false,
            Self::Blocks(Precision::G) => matches!(precision, Precision::F | Precision::G),
            Self::Blocks(p) => p == precision,
        }
    }

    /// What remains of it in a destination: blocks of whole elements only.
    pub(super) fn in_dest(self, dest: &Dest) -> Self {
        match (self, &dest.target) {
            (Self::Blocks(p), Target::Memory(access))
                if access.width == Width::Single && p != Precision::F =>
            {
                Self::Unknown
            }
            (kind, Target::Memory(_) | Target::T(_)) => kind,
            _ => Self::Unknown,
        }
    }
}
