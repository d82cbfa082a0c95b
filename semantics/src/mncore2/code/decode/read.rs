//! The fields of a word as expressions.

use super::Undecoded;
use crate::mncore2::code::field::Field;
use crate::mncore2::code::setting::{Port, bank_code, reads, source_of, width_code, write, writes};
use crate::mncore2::code::table::Table;
use crate::mncore2::code::{Word, fit};
use crate::mncore2::isa::{
    Access, Bank, Convert, Cycles, Dest, Expr, Mask, MaskWidth, Modifier, Source, Target, Width,
};

pub(super) type Res<T> = Result<T, Undecoded>;

/// T, then the memories, in the order of canonical outputs.
const PORTS: [Option<Bank>; 5] =
    [None, Some(Bank::Grf0), Some(Bank::Grf1), Some(Bank::Lm0), Some(Bank::Lm1)];

/// A word with the table by which it is read.
pub(super) struct Reader<'a> {
    pub(super) table: &'a Table,
    pub(super) word: &'a Word,
}

impl Reader<'_> {
    pub(super) fn get(&self, field: Field) -> u32 {
        self.table.get(self.word, field)
    }

    pub(super) fn odd<T>(&self, field: Field, reason: impl Into<String>) -> Res<T> {
        Err(self.table.odd(self.word, field, reason.into()))
    }

    /// The name of a field's value.
    pub(super) fn code(&self, field: Field, context: &str) -> Res<&str> {
        match self.table.codes(field, context, self.get(field)).next() {
            Some(code) => Ok(&code.code),
            None => self.odd(field, "no statement with this value was seen"),
        }
    }

    /// The thing that a field's value names.
    pub(super) fn one<T: Copy>(&self, field: Field, context: &str, of: &[(&str, T)]) -> Res<T> {
        let code = self.code(field, context)?;
        match of.iter().find(|(name, _)| *name == code) {
            Some((_, thing)) => Ok(*thing),
            None => self.odd(field, format!("`{code}` says nothing here")),
        }
    }

    /// Whether a field says `code`; its idle value says that it does not.
    pub(super) fn says(&self, field: Field, context: &str, code: &str) -> Res<bool> {
        if self.get(field) == self.table.entry(field).idle {
            return Ok(false);
        }
        match self.code(field, context)? {
            found if found == code => Ok(true),
            found => self.odd(field, format!("`{found}` says nothing here")),
        }
    }

    pub(super) fn expressions(&self) -> Res<Vec<Expr>> {
        self.says(Field::StepActive, "", "busy")?;
        // An immediate lies over the fields of LM0.
        let opcode = match self.get(Field::AluOpcode) {
            idle if idle == self.table.entry(Field::AluOpcode).idle => None,
            _ => Some(self.code(Field::AluOpcode, "")?),
        };
        let mut writes = self.writes(opcode == Some("imm"))?;
        let mut exprs = Vec::new();
        if self.says(Field::MauCalcEnable, "", "on")? {
            exprs.push(Expr::Mau(self.mau(&mut writes)?));
        }
        if self.says(Field::MatrixWriteEnable, "", "on")? {
            exprs.push(Expr::Mwrite(self.mwrite()?));
        }
        let alu = opcode.map(|code| self.alu(code, &mut writes)).transpose()?.map(Expr::Alu);
        let l1bm = self.l1bm(&mut writes)?;
        let read = exprs.is_empty() && alu.is_none() && l1bm.is_none();
        if read || writes.iter().any(|w| w.unit == "mread") {
            exprs.push(Expr::Mread(self.mread(&mut writes)?));
        }
        exprs.extend(alu.into_iter().chain(l1bm));
        match writes.first() {
            Some(left) => self.odd(left.source, format!("the step has no {} result", left.unit)),
            None => Ok(exprs),
        }
    }

    fn writes(&self, immediate: bool) -> Res<Vec<Written>> {
        let mut found = Vec::new();
        for bank in PORTS {
            if immediate && bank == Some(Bank::Lm0) {
                continue;
            }
            let fields = write(bank);
            let target = match bank {
                _ if !self.says(fields.enable, "", "on")? => continue,
                None => Target::T(Width::Long),
                Some(bank) => Target::Memory(self.access(&writes(bank), bank)?),
            };
            let mask = if self.says(fields.mask, "", "on")? { self.mask()? } else { None };
            let mask = mask.map(|mask| Mask { fit: fit(mask.width, &target), ..mask });
            let unit = self.code(fields.source, "")?.to_owned();
            found.push(Written { unit, source: fields.source, dest: Dest { target, mask } });
        }
        Ok(found)
    }

    fn mask(&self) -> Res<Option<Mask>> {
        let code = self.code(Field::MaskEntry, "")?;
        let entry = match code.strip_prefix("imr") {
            Some(number) => number.parse().ok().filter(|n| (1..16).contains(n)),
            None => u8::from_str_radix(code, 2).ok().filter(|n| *n < 16).map(|n| 16 + n),
        };
        match entry {
            Some(entry) => Ok(Some(Mask { width: MaskWidth::Long, entry, fit: None })),
            None => self.odd(Field::MaskEntry, format!("`{code}` says nothing here")),
        }
    }

    pub(super) fn access(&self, port: &Port, bank: Bank) -> Res<Access> {
        const WIDTHS: [Width; 3] = [Width::Single, Width::Long, Width::Double];
        let names = WIDTHS.map(|width| (width_code(width), width));
        let width = self.one(port.width, "", &names)?;
        let [start, stride] = [port.address, port.stride].map(|f| self.get(f) as u16);
        let increment = stride.saturating_mul(width.words());
        let reach = format!("${} has {} words", bank.letter(), bank.words());
        if start % width.words() != 0 {
            return self.odd(port.address, format!("an address of {} words", width.words()));
        }
        if start >= bank.words() {
            return self.odd(port.address, reach);
        }
        if increment >= bank.words() {
            return self.odd(port.stride, reach);
        }
        let modifier = match port.modifiers {
            Some(field) if self.get(field) != self.table.entry(field).idle => {
                match self.code(field, "")? {
                    "t" => Modifier::Indirect,
                    "j0" => Modifier::Within(0),
                    "j1" => Modifier::Within(1),
                    "j2" => Modifier::Within(2),
                    "j3" => Modifier::Within(3),
                    code => return self.odd(field, format!("`{code}` says nothing here")),
                }
            }
            _ => Modifier::None,
        };
        Ok(Access { bank, width, cycles: Cycles::Stride { start, increment }, modifier })
    }

    pub(super) fn source(&self, field: Field) -> Res<Source> {
        let code = self.code(field, "")?;
        if let Some(bank) = Bank::ALL.into_iter().find(|b| bank_code(*b) == code) {
            return self.access(&reads(bank), bank).map(Source::Memory);
        }
        match source_of(code) {
            Some(source) => Ok(source),
            None => self.odd(field, format!("`{code}` says nothing here")),
        }
    }

    pub(super) fn convert(&self, field: Field, context: &str) -> Res<Option<Convert>> {
        if self.get(field) == self.table.entry(field).idle {
            return Ok(None);
        }
        self.one(field, context, &[("r", Convert::Shorten), ("e", Convert::Extend)]).map(Some)
    }
}

/// Names of precisions in codes, in the order of the type.
pub(super) const LETTERS: [&str; 7] = ["d", "f", "g", "h", "l", "i", "s"];

/// An output before its unit has taken it.
pub(super) struct Written {
    unit: String,
    source: Field,
    dest: Dest,
}

/// Takes the outputs of a unit.
pub(super) fn dests(writes: &mut Vec<Written>, unit: &str) -> Vec<Dest> {
    let (own, others) = writes.drain(..).partition(|w| w.unit == unit);
    *writes = others;
    let own: Vec<Written> = own;
    match own.is_empty() {
        true => vec![Dest::plain(Target::Nowrite)],
        false => own.into_iter().map(|w| w.dest).collect(),
    }
}
