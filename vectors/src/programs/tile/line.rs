//! Words by the fields of their rows, and the families that are drawn alike.

use semantics::tile::isa::{Action, Field, Form, Instruction, Row, rows};
use semantics::tile::text::print;
use std::sync::LazyLock;

/// What is drawn alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    Load,
    Block,
    Atomic,
    Barrier,
    Group,
    Copy,
    Product,
    Convert,
    Function,
    Transpose,
    Arithmetic,
    Move,
    Control,
}

impl Family {
    const ALL: [Self; 13] = [
        Self::Load,
        Self::Block,
        Self::Atomic,
        Self::Barrier,
        Self::Group,
        Self::Copy,
        Self::Product,
        Self::Convert,
        Self::Function,
        Self::Transpose,
        Self::Arithmetic,
        Self::Move,
        Self::Control,
    ];

    /// How often each comes up.
    pub(super) const WEIGHTS: [u32; 13] = [8, 6, 14, 3, 1, 5, 12, 14, 8, 2, 7, 4, 8];

    pub(super) const fn of(row: &Row) -> Self {
        match row.action {
            Action::Load { .. } | Action::Store { .. } => Self::Load,
            Action::LoadBlock { .. } | Action::StoreBlock { .. } => Self::Block,
            Action::Atomic { .. } => Self::Atomic,
            Action::Arrive { .. } => Self::Barrier,
            Action::CommitGroup => Self::Group,
            Action::Copy(_) => Self::Copy,
            Action::Product(_) => Self::Product,
            Action::Convert { .. } => Self::Convert,
            Action::Function { .. } => Self::Function,
            Action::Transpose(_) => Self::Transpose,
            Action::Arithmetic { .. } => Self::Arithmetic,
            Action::MoveIn | Action::MoveOut => Self::Move,
            Action::Csr(_)
            | Action::Sync(_)
            | Action::Wait(_)
            | Action::Semaphore(_)
            | Action::Fence => Self::Control,
        }
    }
}

/// The rows of each family.
pub(super) static ROWS: LazyLock<[Vec<&'static Row>; 13]> = LazyLock::new(|| {
    Family::ALL.map(|family| rows().iter().filter(|row| Family::of(row) == family).collect())
});

/// A word whose fields are being chosen. It may be wrong: then it is an error of the run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    form: Form,
    word: u64,
}

impl Line {
    /// The row with 0 in all fields that it leaves free.
    pub(super) const fn new(row: &Row) -> Self {
        Self { form: row.form, word: row.word() }
    }

    /// The same of a row by its name.
    pub(super) fn named(name: &str) -> Self {
        let row = rows().iter().find(|row| row.mnemonic == name);
        Self::new(row.unwrap_or(&rows()[0]))
    }

    /// Any word.
    pub(super) const fn raw(word: u64) -> Self {
        Self { form: Form::Tcsr, word }
    }

    fn place(&self, field: Field) -> (u32, u64) {
        let (low, width) = self.form.place(field).unwrap_or((0, 0));
        (low, (1 << width) - 1)
    }

    pub(super) fn get(&self, field: Field) -> u64 {
        let (low, mask) = self.place(field);
        self.word >> low & mask
    }

    pub(super) fn set(&mut self, field: Field, value: u64) -> &mut Self {
        let (low, mask) = self.place(field);
        self.word = self.word & !(mask << low) | (value & mask) << low;
        self
    }

    pub(super) const fn flip(&mut self, bit: u64) {
        self.word ^= 1 << bit;
    }

    pub(super) const fn word(&self) -> u64 {
        self.word
    }
}

/// A word as a line of assembly text.
pub(super) fn text(word: u64) -> String {
    Instruction::decode(word).map_or_else(|_| format!(".quad {word:#018x}"), |i| print(&i))
}
