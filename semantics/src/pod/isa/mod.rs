//! What can be said: instructions of the four formats (appendix E), packets of them (s. 4.2).
//!
//! An [`Instruction`] is an [`Operation`] and three operand fields `d`, `a`, `b`, which stand at the same place in the
//! text's operands (`r1`, `r2`, `r3` or `immed6`) and in the words. [`forms`] lists every form once: its mnemonic, its
//! operands as the text writes them, its operation, its word. Parser, printer, encoder and decoder read that list.

mod field;
mod form;
mod list;
mod operation;
mod packet;

pub use field::{Condition, Direction, Flag, Hop, Precision, Size, Slot, Space, Strided};
pub use form::{Field, Form, Immediate, Kind, Part};
pub use operation::{
    Arithmetic, Compare, Extend, Float, Fused, Logic, Operation, PackedInteger, Shift, Unary, Width,
};
pub use packet::{Packet, Writer};
use std::collections::HashMap;
use std::sync::LazyLock;

/// General registers, xmm registers, and ar registers of a PE, each.
pub const REGISTERS: usize = 32;

/// The ar register with the number of blocks of a strided transfer (E.3).
pub const AR_COUNT: u8 = 10;
/// The ar register with the distance of block starts (E.3).
pub const AR_STRIDE: u8 = 11;
/// The ar register that is the mask (POD-D53).
pub const AR_MASK: u8 = 0;
/// The ar register that is the flags (POD-D53).
pub const AR_FLAGS: u8 = 1;
/// The ar register that is MXCSR (POD-D53).
pub const AR_MXCSR: u8 = 2;

/// The second source: `r3`, `xmm3` or `immed6`; register 0 where the form has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A register.
    Register(u8),
    /// A constant; of `movl` its 64 bits.
    Immediate(i64),
}

/// An instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Instruction {
    /// What it does.
    pub operation: Operation,
    /// `r1` or `xmm1`: the destination, or what a store stores.
    pub d: u8,
    /// `r2` or `xmm2`: the first source, or the address.
    pub a: u8,
    /// `r3`, `xmm3` or the immediate.
    pub b: Source,
}

impl Instruction {
    /// The slot of its packet.
    #[must_use]
    pub const fn slot(&self) -> Slot {
        self.operation.slot()
    }

    /// Its form.
    ///
    /// # Panics
    /// Never for an instruction that a parser, a decoder or [`Form::instruction`] gave; of one put together by hand, where
    /// its operation does not take this kind of `b`.
    #[must_use]
    pub fn form(&self) -> &'static Form {
        let immediate = matches!(self.b, Source::Immediate(_));
        Form::of(self.operation, immediate)
            .expect("an operation has a form for the source that it takes")
    }

    /// The register `b`; 0 where it is an immediate.
    #[must_use]
    pub const fn b_register(&self) -> u8 {
        match self.b {
            Source::Register(n) => n,
            Source::Immediate(_) => 0,
        }
    }

    /// The immediate; 0 where `b` is a register.
    #[must_use]
    pub const fn immediate(&self) -> i64 {
        match self.b {
            Source::Register(_) => 0,
            Source::Immediate(value) => value,
        }
    }
}

// The forms, and where each is: by operation, word, mnemonic.

/// Every form once, in the order of appendix E; each `pfpshuffle` is one of its own.
#[must_use]
pub fn forms() -> &'static [Form] {
    &TABLE.forms
}

/// The forms, and where each is.
struct Table {
    forms: Vec<Form>,
    operations: HashMap<(Operation, bool), usize>,
    codes: HashMap<(Slot, u32), usize>,
    mnemonics: HashMap<String, Vec<usize>>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let forms = list::all();
    let mut table = Table {
        operations: HashMap::new(),
        codes: HashMap::new(),
        mnemonics: HashMap::new(),
        forms: Vec::new(),
    };
    for (at, form) in forms.iter().enumerate() {
        table.operations.insert((form.operation, form.immediate().is_some()), at);
        if !matches!(form.operation, Operation::Nop(_)) {
            table.codes.insert((form.slot, form.code), at);
        }
        table.mnemonics.entry(form.mnemonic.clone()).or_default().push(at);
    }
    Table { forms, ..table }
});

impl Form {
    /// The form of an operation, with an immediate or without.
    #[must_use]
    pub fn of(operation: Operation, immediate: bool) -> Option<&'static Self> {
        TABLE.operations.get(&(operation, immediate)).map(|at| &TABLE.forms[*at])
    }

    /// The form of a word's upper 15 bits; no nop is one.
    #[must_use]
    pub fn of_code(slot: Slot, code: u32) -> Option<&'static Self> {
        TABLE.codes.get(&(slot, code)).map(|at| &TABLE.forms[*at])
    }

    /// The forms of a mnemonic.
    pub fn of_mnemonic(mnemonic: &str) -> impl Iterator<Item = &'static Self> {
        TABLE.mnemonics.get(mnemonic).into_iter().flatten().map(|at| &TABLE.forms[*at])
    }

    /// All mnemonics, in no order.
    pub fn mnemonics() -> impl Iterator<Item = &'static str> {
        TABLE.mnemonics.keys().map(String::as_str)
    }
}
