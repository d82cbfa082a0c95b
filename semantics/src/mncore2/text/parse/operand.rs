//! Operands of PE expressions (s. 3.6.1): what stands behind `$`, then the suffixes that its place
//! allows.

use super::opcode::Head;
use super::scan::{Natural, Scanner, quote};
use super::{access, mask};
use crate::mncore2::check::Role;
use crate::mncore2::isa::{
    Access, Bank, Constant, Convert, Dest, Forward, Input, Side, Source, Target, Width,
};
use crate::mncore2::text::{Fault, Res, Span};

/// Anything that may stand behind `$` in a PE expression, before its suffixes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Operand {
    Memory(Access),
    Bar(Bank, Width),
    T(Width),
    Forward(Forward),
    Constant(Constant),
    Omr(u8),
    Nowrite,
    Matrix(Side, Width, Option<Natural>),
    /// `$lb`, `$llb`; no number for the turnaround register.
    L1bm(bool, Option<Natural>),
    L2bm(Natural),
    Dar(Natural),
}

/// Reads an operand and the place of it; the cursor stands behind it.
pub(super) fn operand(s: &mut Scanner<'_>) -> Res<(Operand, Span)> {
    let start = s.at;
    if !s.eat(b'$') {
        return s.unexpected("an operand, which starts with $").err();
    }
    let operand = match named(s) {
        Some(operand) => operand,
        None => addressed(s, start)?,
    };
    Ok((operand, s.since(start)))
}

/// Operands that are one word. `$m`, `$n`, `$s`, `$lb` go on with a digit, `[`, `t` or `i`.
fn named(s: &mut Scanner<'_>) -> Option<Operand> {
    let (first, second) = (s.peek()?, s.peek_at(1)?);
    let word = match first {
        b'a' | b'p' | b'm' | b'n' | b's' => second.is_ascii_lowercase(),
        b'l' => matches!(second, b'b' | b'1' | b'2'),
        _ => false,
    };
    if !word {
        return None;
    }
    if let Some(forward) = Forward::ALL.into_iter().find(|f| s.take(f.name())) {
        return Some(Operand::Forward(forward));
    }
    if let Some(constant) = Constant::ALL.into_iter().find(|c| s.take(c.name())) {
        return Some(Operand::Constant(constant));
    }
    s.take("nowrite").then_some(Operand::Nowrite)
}

fn addressed(s: &mut Scanner<'_>, start: usize) -> Res<Operand> {
    if s.take("omr") {
        let number = s.natural()?;
        return Ok(Operand::Omr(s.ranged(number, "the mask entry", [1, 15], "3.6.1.13") as u8));
    }
    if s.take("dar") {
        return s.natural().map(Operand::Dar);
    }
    let width = match (s.eat(b'l'), s.eat(b'l')) {
        (false, _) => Width::Single,
        (true, false) => Width::Long,
        (true, true) => Width::Double,
    };
    let letter = s.peek();
    s.at += usize::from(letter.is_some());
    let bank = match letter {
        Some(b'm') => Bank::Lm0,
        Some(b'n') => Bank::Lm1,
        Some(b'r') => Bank::Grf0,
        Some(b's') => Bank::Grf1,
        Some(b't') => return Ok(Operand::T(width)),
        Some(letter @ (b'x' | b'y')) if width != Width::Single => {
            let side = if letter == b'x' { Side::X } else { Side::Y };
            let digit = s.peek().is_some_and(|b| b.is_ascii_digit());
            let index = if digit { Some(s.natural()?) } else { None };
            return Ok(Operand::Matrix(side, width, index));
        }
        Some(b'b') if width != Width::Single => {
            let place = if s.eat(b'i') { None } else { Some(s.natural()?) };
            return Ok(Operand::L1bm(width == Width::Double, place));
        }
        Some(b'c') if width == Width::Long => return s.natural().map(Operand::L2bm),
        _ => {
            s.at = start;
            let message = format!("there is no operand {}", s.found());
            let fault = Fault::error("MN-E-OPERANDS", "3.6.1", s.token(), message);
            return fault.help(KINDS).err();
        }
    };
    if bank.is_lm() && s.peek() == Some(b'b') {
        s.at += 1;
        if width == Width::Double {
            let message = "a base address register takes no 2LW access";
            let fault = Fault::error("MN-E-WIDTH", "3.6.1.7", s.since(start), message);
            return fault.help("write $mb, $lmb, $nb or $lnb").err();
        }
        return Ok(Operand::Bar(bank, width));
    }
    access::access(s, bank, width).map(Operand::Memory)
}

const KINDS: &str = "operands are $[l|ll] with m, n, r, s or t, $lb, $llb, $lc, $lx, $ly, $llx, \
    $lly, $mb, $nb, $omr, $nowrite, $mauf, $aluf, $lbf, $mreadf and the constants";

/// What an input may be and carry.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Allowed {
    pub(super) minus: bool,
    pub(super) extend: bool,
    pub(super) shorten: bool,
    /// Constants and `$mreadf`: the first input of the ALU.
    pub(super) first_of_alu: bool,
}

/// Reads an input with its sign and conversion.
pub(super) fn input(s: &mut Scanner<'_>, head: &Head, allowed: Allowed) -> Res<(Input, Span)> {
    let start = s.at;
    let negate = s.eat(b'-');
    if negate && !allowed.minus {
        let message = format!("`{}` takes no minus on this input", s.slice(head.word));
        s.report(Fault::error("MN-E-OPERANDS", "3.6.9.22", s.since(start), message));
    }
    let (operand, span) = operand(s)?;
    let source = match operand {
        Operand::Memory(access) => Source::Memory(access),
        Operand::T(width) => Source::T(width),
        Operand::Forward(forward) => Source::Forward(forward),
        Operand::Constant(constant) => Source::Constant(constant),
        _ => return head.wrong(s, span, "an input").err(),
    };
    if !allowed.first_of_alu {
        position(s, source, span);
    }
    let convert = conversion(s, head, allowed)?;
    s.end_of_token(start)?;
    s.places.operand(Role::Input, s.since(start));
    Ok((Input { negate, source, convert }, s.since(start)))
}

/// Constants and `$mreadf` stand nowhere but in the first input of the ALU.
fn position(s: &mut Scanner<'_>, source: Source, span: Span) {
    let (code, section) = match source {
        Source::Constant(_) => ("MN-E-CONST-POS", "3.6.1.20"),
        Source::Forward(Forward::Mread) => ("MN-E-MREADF-POS", "3.6.1.18"),
        _ => return,
    };
    let message = format!("{} can only be the first input of the ALU", quote(s.slice(span)));
    s.report(Fault::error(code, section, span, message));
}

/// `e` or `r` behind an input.
fn conversion(s: &mut Scanner<'_>, head: &Head, allowed: Allowed) -> Res<Option<Convert>> {
    let start = s.at;
    let (convert, legal, section) = match s.peek() {
        Some(b'e') => (Convert::Extend, allowed.extend, "3.6.9.23"),
        Some(b'r') => (Convert::Shorten, allowed.shorten, "3.6.9.24"),
        _ => return Ok(None),
    };
    s.at += 1;
    if matches!(s.peek(), Some(b'e' | b'r')) {
        s.at += 1;
        let message = "an input takes one of e and r, not both";
        return Fault::error("MN-E-CONVERT", section, s.since(start), message).err();
    }
    if !legal && s.at_end_of_token() {
        let word = s.slice(head.word);
        let message = format!("`{word}` takes no {} on this input", s.slice(s.since(start)));
        let help = match (allowed.extend, allowed.shorten) {
            (true, _) => "it takes e here",
            (_, true) => "it takes r here",
            _ => "it takes neither e nor r here",
        };
        s.report(Fault::error("MN-E-CONVERT", section, s.since(start), message).help(help));
    }
    Ok(Some(convert))
}

/// What destinations an expression may have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places {
    /// Mask registers: outputs of MAU operations and the ALU only (s. 3.6.1.13).
    pub(super) omr: bool,
    /// Only 2LW wide ones.
    pub(super) wide: bool,
}

/// Reads destinations up to the end of the expression, at least one.
pub(super) fn destinations(s: &mut Scanner<'_>, head: &Head, places: Places) -> Res<Vec<Dest>> {
    let mut dests = Vec::with_capacity(1);
    let mut nowrite = None;
    while dests.is_empty() || !s.at_end_of_expression() {
        head.needs(s, "an output")?;
        let (dest, span) = destination(s, head, places)?;
        if dest.target == Target::Nowrite {
            nowrite = Some(span);
        }
        dests.push(dest);
    }
    if let Some(span) = nowrite.filter(|_| dests.len() > 1) {
        let message = "$nowrite stands beside another destination";
        let help = "$nowrite says that nothing is written: leave it out, or the others";
        s.report(Fault::error("MN-E-NOWRITE", "3.6.1.19", span, message).help(help));
    }
    Ok(dests)
}

fn destination(s: &mut Scanner<'_>, head: &Head, places: Places) -> Res<(Dest, Span)> {
    let (operand, span) = operand(s)?;
    let target = match operand {
        Operand::Memory(access) => Target::Memory(access),
        Operand::Bar(bank, width) => Target::Bar(bank, width),
        Operand::T(width) => Target::T(width),
        Operand::Omr(entry) if places.omr => Target::Mask(entry),
        Operand::Nowrite => Target::Nowrite,
        Operand::Omr(_) => {
            let message = format!("`{}` makes no mask flags", s.slice(head.word));
            let help = "mask registers are outputs of MAU operations and of the ALU";
            return Fault::error("MN-E-OPERANDS", "3.6.1.13", span, message).help(help).err();
        }
        _ => return head.wrong(s, span, "an output").err(),
    };
    let narrow = match target {
        Target::Memory(access) => access.width != Width::Double,
        Target::Bar(..) => true,
        _ => false,
    };
    if places.wide && narrow {
        let message = format!("{} takes less than the 2LW that arrive", quote(s.slice(span)));
        let help = "write ll behind the $, as in $llr0v, or read $lb";
        s.report(Fault::error("MN-E-WIDTH", "3.6.8", span, message).help(help));
    }
    let mask = if s.eat(b'/') { Some(mask::of_dest(s, target)?) } else { None };
    s.end_of_token(span.start)?;
    s.places.operand(Role::Dest, s.since(span.start));
    Ok((Dest { target, mask }, span))
}
