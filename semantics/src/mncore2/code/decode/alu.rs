//! The fields of the ALU as an expression.

use super::read::{LETTERS, Reader, Res, Written, dests};
use crate::mncore2::code::canonical::{immediate, one_of};
use crate::mncore2::code::field::Field;
use crate::mncore2::code::setting::alu_code;
use crate::mncore2::isa::table::{Opcode, lookup, opcode_words};
use crate::mncore2::isa::{Alu, AluForm, AluOp, Input, Precision};

impl Reader<'_> {
    pub(super) fn alu(&self, code: &str, writes: &mut Vec<Written>) -> Res<Alu> {
        let (form, count) = match code {
            "zero" => (AluForm::Zero, 0),
            "msl" => (AluForm::Msl, 1),
            "msr" => (AluForm::Msr, 1),
            "imm" => {
                let upper = self.says(Field::AluUnsigned, "imm", "upper")?;
                (AluForm::Imm { upper, value: immediate(self.payload()) }, 0)
            }
            _ => self.element(code)?,
        };
        let fields = [(Field::AluIn1, Field::AluConvertIn1), (Field::AluIn2, Field::AluConvertIn2)];
        let mut inputs = Vec::with_capacity(count);
        for (field, convert) in fields.into_iter().take(count) {
            let source = self.source(field)?;
            inputs.push(Input { negate: false, source, convert: self.convert(convert, "")? });
        }
        Ok(Alu { form, flush: None, inputs, dests: dests(writes, "alu") })
    }

    fn payload(&self) -> u32 {
        let part = |field: &Field| {
            let low = self.table.entry(*field).immediate?;
            Some(self.get(*field) << low)
        };
        Field::ALL.iter().filter_map(part).fold(0, |payload, part| payload | part)
    }

    /// An operation on elements, and how many inputs it has.
    fn element(&self, code: &str) -> Res<(AluForm, usize)> {
        let value = self.get(Field::AluPrecision);
        let letters: Vec<&str> =
            self.table.codes(Field::AluPrecision, "", value).map(|c| c.code.as_str()).collect();
        let element = |opcode: Opcode| match opcode {
            Opcode::Alu { unsigned: false, precision, op } => Some((precision, op)),
            _ => None,
        };
        let legal = |(precision, op): &(Precision, AluOp)| {
            let same =
                !matches!(op, AluOp::Passa | AluOp::Packbit) || one_of(*precision) == *precision;
            letters.contains(&LETTERS[*precision as usize])
                && alu_code(*op, precision.is_float()) == code
                && same
        };
        let Some((precision, op)) =
            opcode_words().iter().filter_map(|w| lookup(w)).filter_map(element).find(legal)
        else {
            return self.odd(Field::AluPrecision, format!("`{code}` has no such precision"));
        };
        let bits = match op {
            AluOp::Bfn | AluOp::Bfe => self.mantissa(op, precision)?,
            _ => 0,
        };
        let unsigned = self.says(Field::AluUnsigned, "element", "u")?;
        Ok((AluForm::Element { unsigned, precision, op, bits }, op.arity()))
    }

    /// The mantissa length of the block operations, which stands where the second input would.
    fn mantissa(&self, op: AluOp, precision: Precision) -> Res<u8> {
        let name = if op == AluOp::Bfn { "bfn" } else { "bfe" };
        let value = self.get(Field::AluIn2);
        let lengths = |bits: u8| if precision == Precision::H { bits > 0 } else { bits == 0 };
        let found = self.table.codes(Field::AluIn2, "block", value).find_map(|c| {
            let bits = match c.code.strip_prefix(name)? {
                "" => 0,
                rest => rest.strip_prefix('/')?.parse().ok()?,
            };
            Some(bits).filter(|bits| lengths(*bits))
        });
        match found {
            Some(bits) => Ok(bits),
            None => self.odd(Field::AluIn2, "no mantissa length of this value was seen"),
        }
    }
}
