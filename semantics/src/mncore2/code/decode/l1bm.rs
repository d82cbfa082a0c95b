//! The fields of L1BM as an expression.

use super::read::{Reader, Res, Written, dests};
use crate::mncore2::code::field::Field;
use crate::mncore2::isa::table::{Form, L1bmKind, Opcode, l1bm_row, lookup};
use crate::mncore2::isa::{Down, DownKind, Expr, Input, L1bmOperand, L1bmPlace, Up, UpKind};

/// A direction with its form.
enum Transfer {
    Down(DownKind),
    Up(UpKind),
}

impl Transfer {
    /// What addresses are multiples of.
    fn unit(&self, double: bool) -> u32 {
        let (kind, up, wide) = match self {
            Self::Down(DownKind::Pe) => (L1bmKind::P, false, double),
            Self::Down(DownKind::Mab) => (L1bmKind::M, false, double),
            Self::Down(DownKind::Mab4) => (L1bmKind::M4, false, double),
            Self::Down(DownKind::Distribute(_)) => (L1bmKind::D, false, double),
            Self::Up(UpKind::Mab(_)) => (L1bmKind::M, true, double),
            Self::Up(UpKind::Mab4(_)) => (L1bmKind::M4, true, double),
            Self::Up(UpKind::Reduce { .. }) => (L1bmKind::R, true, double),
            Self::Up(UpKind::Reduce4 { .. }) => (L1bmKind::R4, true, double),
            Self::Up(UpKind::Gather(_)) => (L1bmKind::D, true, double),
        };
        match l1bm_row(kind, up, wide).map(|row| row.form) {
            Some(Form::L1bm { unit, .. }) => unit,
            _ => 1,
        }
    }
}

/// What [`crate::mncore2::code::setting::l1bm_code`] has named.
fn l1bm_kind(code: &str) -> Option<(Transfer, L1bmOperand)> {
    let mut parts = code.split(' ');
    let word = parts.next()?;
    let (mut up, mut operand) = (false, L1bmOperand { double: false, place: L1bmPlace::At(0) });
    for part in parts {
        match part {
            "up" => up = true,
            "down" => up = false,
            "2lw" => operand.double = true,
            "turnaround" => operand.place = L1bmPlace::Turnaround,
            _ => return None,
        }
    }
    let (name, number) = match word.split_once(['@', '+']) {
        Some((name, number)) => (name, Some(number.parse::<u8>().ok()?)),
        None => (word, None),
    };
    let kind = match (lookup(name)?, number) {
        (Opcode::L1bm(L1bmKind::P), None) => Transfer::Down(DownKind::Pe),
        (Opcode::L1bm(L1bmKind::M), None) => Transfer::Down(DownKind::Mab),
        (Opcode::L1bm(L1bmKind::M4), None) => Transfer::Down(DownKind::Mab4),
        (Opcode::L1bm(L1bmKind::M), Some(m)) => Transfer::Up(UpKind::Mab(m)),
        (Opcode::L1bm(L1bmKind::M4), Some(k)) => Transfer::Up(UpKind::Mab4(k)),
        (Opcode::L1bm(L1bmKind::D), by) if up => Transfer::Up(UpKind::Gather(by.unwrap_or(0))),
        (Opcode::L1bm(L1bmKind::D), by) => Transfer::Down(DownKind::Distribute(by.unwrap_or(0))),
        (Opcode::L1bmr { four: false, rrn, shorten }, None) => {
            Transfer::Up(UpKind::Reduce { rrn, shorten })
        }
        (Opcode::L1bmr { four: true, rrn, shorten }, None) => {
            Transfer::Up(UpKind::Reduce4 { rrn, shorten })
        }
        _ => return None,
    };
    Some((kind, operand))
}

impl Reader<'_> {
    pub(super) fn l1bm(&self, writes: &mut Vec<Written>) -> Res<Option<Expr>> {
        if self.get(Field::L1bmOpcode) == self.table.entry(Field::L1bmOpcode).idle {
            return Ok(None);
        }
        let code = self.code(Field::L1bmOpcode, "")?;
        let Some((kind, operand)) = l1bm_kind(code) else {
            return self.odd(Field::L1bmOpcode, format!("`{code}` says nothing here"));
        };
        let mut operand = operand;
        if let L1bmPlace::At(address) = &mut operand.place {
            *address = self.get(Field::L1bmAddress) as u16;
            let unit = kind.unit(operand.double);
            if u32::from(*address) % unit != 0 {
                return self.odd(Field::L1bmAddress, format!("no multiple of {unit}"));
            }
        }
        Ok(Some(match kind {
            Transfer::Down(kind) => {
                Expr::Down(Down { kind, flush: None, from: operand, dests: dests(writes, "l1bm") })
            }
            Transfer::Up(kind) => {
                let from = Input::plain(self.source(Field::L1bmPeOperand)?);
                Expr::Up(Up { kind, from, to: operand })
            }
        }))
    }
}
