//! What families of forms are written with.

use super::super::field::{Hop, Size, Slot};
use super::super::form::{Field, Form, Immediate, Kind, Part};
use super::super::operation::{Extend, Operation};

/// What a family's forms share.
#[derive(Clone, Copy)]
pub(super) struct Family {
    section: &'static str,
    flags: &'static str,
    decisions: &'static [&'static str],
}

impl Family {
    pub(super) const fn new(section: &'static str, decisions: &'static [&'static str]) -> Self {
        Self { section, flags: "-", decisions }
    }

    pub(super) const fn flags(self, flags: &'static str) -> Self {
        Self { flags, ..self }
    }

    /// One of the four slots' forms: op, q and m of its word.
    pub(super) fn form(
        self,
        operation: Operation,
        mnemonic: impl Into<String>,
        operands: impl Into<String>,
        [op, q, m]: [u32; 3],
    ) -> Form {
        let (slot, operands) = (operation.slot(), operands.into());
        Form {
            mnemonic: mnemonic.into(),
            slot,
            parts: parts(&operands, signs(operation)),
            operands,
            flags: self.flags,
            operation,
            code: op << 7 | q << 3 | m,
            section: self.section,
            decisions: self.decisions.to_vec(),
        }
    }
}

/// The forms so far.
pub(super) struct List(pub(super) Vec<Form>);

impl List {
    pub(super) fn push(&mut self, form: Form) {
        self.0.push(form);
    }

    /// A form, and the one whose last operand is a constant; bit 17 tells them apart.
    pub(super) fn pair(
        &mut self,
        family: Family,
        operation: Operation,
        mnemonic: &str,
        operands: &str,
        code: [u32; 3],
    ) {
        self.push(family.form(operation, mnemonic, operands, code));
        let [op, q, m] = code;
        let operands = operands.replace("r3", "immed6");
        self.push(family.form(operation, mnemonic, operands, [op, q, m | 1]).also("POD-D11"));
    }
}

impl Form {
    /// Another decision.
    pub(super) fn also(mut self, decision: &'static str) -> Self {
        self.decisions.push(decision);
        self
    }
}

/// The range of a constant of six bits (POD-D11).
fn signs(operation: Operation) -> Immediate {
    match operation {
        Operation::MoveLong => Immediate::Long,
        Operation::Arithmetic(_, _, Extend::Zero)
        | Operation::Shift(_)
        | Operation::BitTest
        | Operation::PackedShift(..) => Immediate::Unsigned,
        _ => Immediate::Signed,
    }
}

/// The parts of operands as the text writes them. The number of a register tells its field.
fn parts(operands: &str, immediate: Immediate) -> Vec<Part> {
    let spaced = operands.replace(',', " , ").replace('[', " [ ").replace(']', " ] ");
    spaced.split_whitespace().map(|word| part(word, immediate)).collect()
}

const LITERALS: [&str; 13] =
    ["=", "+=", ",", "[", "]", "+", "strided", "nn", "local", "podall", "podcol", "podrow", "sys"];

fn part(word: &str, immediate: Immediate) -> Part {
    if let Some(literal) = LITERALS.into_iter().find(|literal| *literal == word) {
        return Part::Literal(literal);
    }
    if word.starts_with("immed") {
        return Part::Immediate(immediate);
    }
    let (name, number) = word.split_at(word.len() - 1);
    let kind = match name {
        "r" => Kind::General,
        "xmm" => Kind::Xmm,
        _ => Kind::Ar,
    };
    let field = match number {
        "1" => Field::D,
        "2" => Field::A,
        _ => Field::B,
    };
    Part::Register(kind, field)
}

/// The nop of a slot (POD-D09): an empty slot, word 0.
pub(super) fn nop(slot: Slot, name: &str) -> Form {
    Family::new("Appendix D", &["POD-D09"]).form(Operation::Nop(slot), name, "", [0; 3])
}

/// What mnemonics of a size carry: `4`.
pub(super) fn digit(size: Size) -> usize {
    size.bytes()
}

/// `xfer.wrap.n`
pub(super) fn name(of: &str, hop: Hop) -> String {
    format!("{of}{}.{}", if hop.wrap { ".wrap" } else { "" }, hop.direction.name())
}
