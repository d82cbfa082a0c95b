//! Functions step by step: special cases in words, else the enclosure that decides, and its rounding.

mod enclosure;

use crate::explain::{Told, steps::Steps, steps::row};
use crate::family::number::explain::cut::Exact;
use crate::family::number::explain::operand::{self, Operand, sign};
use crate::family::number::explain::round::{infinity_due, round, zero};
use crate::family::number::explain::{Work, account, convert, nan, value_hex};
use crate::registry::Plan;
use enclosure::shown;
use functions::Row;
use softfloat::ieee::Exact as Found;
use softfloat::{Flags, Format, Unrounded};

/// Explains a case of a function.
pub(super) fn explain(steps: &mut Steps, plan: &Plan, x: &[u64], row: &Row) -> Told {
    account(steps, plan, x, |work, operands| {
        let case = Case { row, format: plan.operands[0].format, x };
        if row.shape.of_blocks() {
            operand::show_elements(work, operands);
            operand::flush(work, operands);
            case.blocks(work, operands, plan.operands[0].len)
        } else {
            operand::show(work, operands);
            case.one(work, operands)
        }
    })
}

/// A case of a function.
struct Case<'a> {
    row: &'a Row,
    format: Format,
    x: &'a [u64],
}

impl Case<'_> {
    /// The result of a function of one or two numbers.
    fn one(&self, work: &mut Work<'_>, operands: &[Operand]) -> Vec<u64> {
        match functions::exact(self.row.function, &self.format, self.x, &work.env) {
            Ok(Found::Special(r)) => vec![self.special(work, operands, r.flags, r.bits)],
            Ok(Found::Unrounded(u)) if u.sticky => vec![self.enclosed(work, u)],
            Ok(Found::Unrounded(u)) => vec![self.exact(work, u)],
            Err(undecided) => {
                work.steps.begin("enclosure");
                work.steps.say(undecided.to_string());
                vec![0]
            }
        }
    }

    /// The results of a function of blocks.
    fn blocks(&self, work: &mut Work<'_>, operands: &[Operand], n: usize) -> Vec<u64> {
        let blocks: Vec<&[u64]> = self.x.chunks(n).collect();
        let found = functions::exact_blocks(self.row.function, &self.format, &blocks, &work.env);
        let found = match found {
            Ok(found) => found,
            Err(undecided) => {
                work.steps.begin("enclosure");
                work.steps.say(undecided.to_string());
                return vec![0; n];
            }
        };
        match &found[..] {
            [only] => vec![self.element(work, operands, only)],
            all => self.table(work, operands, all),
        }
    }

    fn element(&self, work: &mut Work<'_>, operands: &[Operand], found: &Found) -> u64 {
        match found {
            Found::Special(r) => self.special(work, operands, r.flags, r.bits),
            Found::Unrounded(u) if u.sticky => {
                let exact = exact(u);
                work.steps.begin(format!("the value of {}", self.row.formula));
                work.steps.item("begins", format!("{} and more", shown(&exact)));
                round(work, &self.format, &exact)
            }
            Found::Unrounded(u) => self.exact(work, *u),
        }
    }

    /// Many results: a line each.
    fn table(&self, work: &mut Work<'_>, operands: &[Operand], all: &[Found]) -> Vec<u64> {
        let mut rows = vec![row!["", "", ">", ""]];
        let (mut codes, mut signalled) = (Vec::new(), Vec::new());
        for (i, found) in all.iter().enumerate() {
            let (code, flags) = Work::aside(work.env, |work| self.element(work, operands, found));
            let name = format!("out[{i}]");
            let value = match found {
                Found::Special(_) => "special".to_owned(),
                Found::Unrounded(u) => {
                    let more = if u.sticky { " and more" } else { "" };
                    format!("{}{more}", shown(&exact(u)))
                }
            };
            rows.push(row![name, value, value_hex(&self.format, code), flags]);
            signalled.push((name, flags));
            codes.push(code);
        }
        work.steps.begin(format!("the values of {}, each rounded", self.row.formula));
        work.steps.table(&rows);
        work.raise_each(&signalled);
        codes
    }

    /// What the operands' classes decide.
    fn special(&self, work: &mut Work<'_>, operands: &[Operand], flags: Flags, bits: u64) -> u64 {
        let list: Vec<&Operand> = operands.iter().collect();
        let format = &self.format;
        if flags.contains(Flags::DIVIDE_BY_ZERO) {
            work.steps.begin("pole (IEEE 754, 7.3)");
            let negative = format.sign && bits >> (format.width - 1) & 1 == 1;
            let reason = "an exact infinity of finite operands (7.3)";
            work.raise(Flags::DIVIDE_BY_ZERO, reason);
            let (code, what) = infinity_due(format, negative);
            work.steps.item("result", format!("{reason}: {what}"));
            return code;
        }
        let is_nan = Operand::of("", format, bits).is_nan();
        if nan::any(&list) && (is_nan || !format.has_nan()) {
            let code = nan::chosen(work, format, &list);
            if flags.contains(Flags::INVALID) && !work.flags().contains(Flags::INVALID) {
                let why = enclosure::invalid(self.row.function);
                work.steps.item("beside it", format!("invalid: {why}"));
                work.raise(Flags::INVALID, why);
            }
            return code;
        }
        if flags.contains(Flags::INVALID) && (is_nan || !format.has_nan()) {
            return nan::invalid(work, format, enclosure::invalid(self.row.function));
        }
        work.steps.begin(format!("special operands ({})", self.row.section));
        work.steps.item("rule", enclosure::limit(self.row.function));
        let result = Operand::of("", format, bits);
        convert::infinite(work, format, result.negative)
    }

    /// What integers decide.
    fn exact(&self, work: &mut Work<'_>, u: Unrounded<u128>) -> u64 {
        work.steps.begin(format!("exact value of {} ({})", self.row.formula, self.row.section));
        if u.significand == 0 {
            work.steps.item("value", format!("{}0, exactly", sign(u.sign)));
            return zero(work, &self.format, u.sign);
        }
        let exact = exact(&u);
        work.steps.item("value", format!("{}, exactly: no approximation", shown(&exact)));
        round(work, &self.format, &exact)
    }

    /// What an enclosure decides.
    fn enclosed(&self, work: &mut Work<'_>, u: Unrounded<u128>) -> u64 {
        let exact = enclosure::show(work, self.row, &self.format, self.x, &exact(&u));
        round(work, &self.format, &exact)
    }
}

/// The value that is rounded.
fn exact(u: &Unrounded<u128>) -> Exact {
    // Of an exact value no more places than it has.
    let spare = if u.sticky || u.significand == 0 { 0 } else { u.significand.trailing_zeros() };
    Exact {
        negative: u.sign,
        magnitude: (u.significand >> spare).into(),
        exponent: i64::from(u.exponent) + i64::from(spare),
        more: u.sticky,
    }
}
