//! The instruction set as one table: a row for each form of an opcode and each kind of operand. The
//! parser accepts the words that the rows expand to, the printer takes its names from them, errors
//! and documentation show them.

mod cover;
mod form;
mod mv;
mod mv_kind;
mod pe;
mod units;
mod words;

pub use form::{Form, Kind, L1bmKind, L2bmKind};
pub use mv_kind::{MvKind, Place};
pub use words::{Opcode, lookup, opcode_words, rows_of_word, word_of};

use super::{Precision, Statement};

/// Which unit or kind of statement a row belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Control statements and comments.
    Control,
    /// MV statements.
    Mv,
    /// Operations of reduction networks, part of other opcodes.
    Rrn,
    /// Between L2BM and L1BM, and to the DAR.
    L2bm,
    /// Between L1BM and PEs.
    L1bm,
    /// MAU operations.
    MauCalc,
    /// Matrix register writes.
    MauMwrite,
    /// Transposed matrix register reads.
    MauMread,
    /// ALU operations.
    Alu,
    /// `nop`
    Nop,
    /// `noforward`
    Noforward,
    /// `wait`
    Wait,
    /// Operands.
    Operand,
}

impl Class {
    /// Its name in listings.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Control => "control",
            Self::Mv => "mv",
            Self::Rrn => "rrn",
            Self::L2bm => "l2bm",
            Self::L1bm => "l1bm",
            Self::MauCalc => "mau-calc",
            Self::MauMwrite => "mau-mwrite",
            Self::MauMread => "mau-mread",
            Self::Alu => "alu",
            Self::Nop => "nop",
            Self::Noforward => "noforward",
            Self::Wait => "wait",
            Self::Operand => "operand",
        }
    }
}

/// A row of the instruction set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The unit or kind of statement.
    pub class: Class,
    /// The opcode, with its variable parts in angle brackets, or the operand's letters.
    pub opcode: &'static str,
    /// Precision letters, separated by blanks.
    pub precisions: &'static str,
    /// Options.
    pub options: &'static str,
    /// Inputs with their widths and alignments.
    pub inputs: &'static str,
    /// Outputs with their widths and alignments.
    pub outputs: &'static str,
    /// When a mask flag is 1.
    pub flags: &'static str,
    /// Section of the developer manual.
    pub section: &'static str,
    /// Decisions, separated by blanks.
    pub decisions: &'static str,
    /// The same in terms of the types.
    pub form: Form,
}

impl Row {
    /// The precisions of an opcode.
    pub fn letters(&self) -> impl Iterator<Item = Precision> {
        self.precisions.split(' ').filter_map(|w| {
            let mut letters = w.chars();
            let first = letters.next()?;
            if letters.next().is_none() { Precision::of_letter(first) } else { None }
        })
    }

    /// Whether a statement uses this row.
    #[must_use]
    pub fn covers(&self, statement: &Statement) -> bool {
        cover::covers(self, statement)
    }
}

/// Rows of one class: form, opcode, precisions, options, inputs => outputs, flags, section,
/// decisions.
macro_rules! table {
    ($(#[$doc:meta])* $name:ident: $class:ident = $(
        $form:expr, $opcode:expr, $precisions:expr, $options:expr,
        $inputs:expr => $outputs:expr, $flags:expr, $section:expr, $decisions:expr;
    )*) => {
        $(#[$doc])*
        pub(super) const $name: &[$crate::mncore2::isa::table::Row] = &[$(
            $crate::mncore2::isa::table::Row {
                class: $crate::mncore2::isa::table::Class::$class,
                opcode: $opcode,
                precisions: $precisions,
                options: $options,
                inputs: $inputs,
                outputs: $outputs,
                flags: $flags,
                section: $section,
                decisions: $decisions,
                form: $form,
            },
        )*];
    };
}
use table;

/// The rows by class.
const PARTS: [&[Row]; 12] = [
    units::CONTROL,
    mv::MV,
    units::RRN,
    units::L2BM,
    units::L1BM,
    pe::MAU,
    pe::MWRITE,
    pe::MREAD,
    pe::ALU,
    pe::NOP,
    pe::NOFORWARD,
    pe::WAIT,
];

/// All rows.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    PARTS.iter().copied().chain([units::OPERAND]).flatten()
}

/// The rows of MV transfers.
#[must_use]
pub fn mv_rows() -> &'static [Row] {
    mv::MV
}

/// The row of an L2BM expression.
#[must_use]
pub fn l2bm_row(wanted: L2bmKind) -> Option<&'static Row> {
    units::L2BM.iter().find(|r| matches!(r.form, Form::L2bm { kind, .. } if kind == wanted))
}

/// The row of an L1BM expression: opcode, direction, and whether it moves two long words a PE.
#[must_use]
pub fn l1bm_row(wanted: L1bmKind, to_l1bm: bool, wide: bool) -> Option<&'static Row> {
    units::L1BM.iter().find(|r| {
        matches!(r.form, Form::L1bm { kind, up, double, .. }
            if kind == wanted && up == to_l1bm && double == wide)
    })
}

/// The rows that a statement uses: its form, the operation of its reduction, its operands.
#[must_use]
pub fn rows_of(statement: &Statement) -> Vec<&'static Row> {
    rows().filter(|row| row.covers(statement)).collect()
}
