//! ALU expressions and immediates (s. 3.6.12, 3.2.2).

use super::mask;
use super::opcode::Head;
use super::operand::{Allowed, Places, destinations, input};
use super::scan::{Scanner, quote};
use crate::mncore2::isa::table::Opcode;
use crate::mncore2::isa::{Alu, AluForm, AluOp, Immediate, ImmediateKind, Precision};
use crate::mncore2::text::{Fault, Res};
use softfloat::mncore2::Profile;
use softfloat::mncore2::immediate::{ImmediateError, word};

/// An ALU expression.
pub(super) fn alu(s: &mut Scanner<'_>, head: &Head, opcode: Opcode) -> Res<Alu> {
    let (mut form, count, shorten) = match opcode {
        Opcode::Imm { upper } => return immediate(s, head, upper),
        Opcode::Msl => (AluForm::Msl, 1, false),
        Opcode::Msr => (AluForm::Msr, 1, false),
        Opcode::Alu { unsigned, precision, op } => {
            let half = matches!(precision, Precision::H | Precision::S);
            (AluForm::Element { unsigned, precision, op, bits: 0 }, op.arity(), half)
        }
        _ => (AluForm::Zero, 0, false),
    };
    if let AluForm::Element { precision: Precision::H, op: AluOp::Bfn | AluOp::Bfe, bits, .. } =
        &mut form
    {
        *bits = mantissa(s, head)?;
    }
    let flush = mask::flush(s)?;
    head.needless(s)?;
    let mut inputs = Vec::with_capacity(count);
    for i in 0..count {
        head.needs(s, if i == 0 { "its first input" } else { "its second input" })?;
        let first_of_alu = i == 0;
        inputs.push(input(s, head, Allowed { shorten, first_of_alu, ..Allowed::default() })?.0);
    }
    let dests = destinations(s, head, Places { omr: true, wide: false })?;
    Ok(Alu { form, flush, inputs, dests })
}

/// `/n` of `hbfn` and `hbfe`.
fn mantissa(s: &mut Scanner<'_>, head: &Head) -> Res<u8> {
    let start = s.at;
    let digits = s.eat(b'/') && s.peek().is_some_and(|b| b.is_ascii_digit());
    let number = if digits { Some(s.decimal()?) } else { None };
    let whole = s.at_end_of_token() || s.peek() == Some(b'/');
    match number.filter(|n| whole && n.span.end - n.span.start < 4) {
        Some(number) => Ok(s.ranged(number, "the mantissa length", [6, 9], "3.6.12.12") as u8),
        None => {
            s.at = start;
            let word = s.slice(head.word);
            let message = format!("`{word}` lacks its mantissa length");
            let fault = Fault::error("MN-E-OPERANDS", "3.6.12.12", head.word, message);
            fault.help(format!("write {word}/6 to {word}/9, a mask behind that")).err()
        }
    }
}

/// `imm[u] kind"literal" dst`
fn immediate(s: &mut Scanner<'_>, head: &Head, upper: bool) -> Res<Alu> {
    let flush = mask::flush(s)?;
    head.needless(s)?;
    head.needs(s, "its immediate")?;
    let value = literal(s)?;
    let dests = destinations(s, head, Places { omr: true, wide: false })?;
    Ok(Alu { form: AluForm::Imm { upper, value }, flush, inputs: Vec::new(), dests })
}

const KINDS: [ImmediateKind; 6] = [
    ImmediateKind::F,
    ImmediateKind::H,
    ImmediateKind::I,
    ImmediateKind::S,
    ImmediateKind::Ui,
    ImmediateKind::Us,
];

fn literal(s: &mut Scanner<'_>) -> Res<Immediate> {
    const FORMS: &str = "right is f, h, i, s, ui or us with a number in quotes, as in f\"1.5\"";
    let start = s.at;
    let known = KINDS.into_iter().find(|kind| {
        let letters = kind.letters();
        s.rest().strip_prefix(letters).is_some_and(|rest| rest.starts_with('"'))
    });
    let Some(kind) = known else {
        let message = format!("{} is no immediate", s.found());
        return Fault::error("MN-E-IMM", "3.2.2", s.token(), message).help(FORMS).err();
    };
    s.at += kind.letters().len() + 1;
    let text = s.at;
    let Some(length) = s.rest().find('"') else {
        s.at = start;
        let message = "the closing quote is missing";
        return Fault::error("MN-E-IMM", "3.2.2", s.token(), message).err();
    };
    s.at += length + 1;
    let span = s.since(start);
    let text = s.text.get(text..s.at - 1).unwrap_or_default();
    s.end_of_token(start)?;
    let word = match word(&Profile::DECIDED, s.slice(span)) {
        Ok(word) => word,
        Err(error) => {
            let help = match error {
                ImmediateError::Range { .. } => range(kind).to_owned(),
                // Which number it is not; of the kinds of number all but NaN are right here.
                ImmediateError::Number(_) => {
                    "right are decimal and hexadecimal numbers and inf".to_owned()
                }
                _ => error.to_string(),
            };
            let message = match error {
                ImmediateError::Range { .. } => format!("{} is out of range", quote(s.slice(span))),
                _ => format!("{} is no immediate", quote(s.slice(span))),
            };
            s.report(Fault::error("MN-E-IMM", "3.2.2", span, message).help(help));
            0
        }
    };
    Ok(Immediate { kind, text: text.into(), word })
}

const fn range(kind: ImmediateKind) -> &'static str {
    match kind {
        ImmediateKind::S => "right is -32768 to 32767",
        ImmediateKind::Us => "right is 0 to 65535",
        ImmediateKind::Ui => "right is 0 to 4294967295",
        _ => "right is -2147483648 to 2147483647",
    }
}
