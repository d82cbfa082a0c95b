//! L1BM expressions (s. 3.6.8).

use super::mask;
use super::opcode::Head;
use super::operand::{Allowed, Operand, Places, destinations, input, operand};
use super::scan::{Natural, Scanner, quote};
use crate::mncore2::check::Role;
use crate::mncore2::isa::table::{Form, L1bmKind, l1bm_row};
use crate::mncore2::isa::{
    Convert, Down, DownKind, Expr, Input, L1bmOperand, L1bmPlace, Precision, Rrn, RrnOp, Source,
    Up, UpKind, Width,
};
use crate::mncore2::text::{Fault, Res, Span};

const SECTION: &str = "3.6.1.5";

/// `$lbA`, `$llbA`, `$lbi`, `$llbi`; the address is still to be checked.
fn l1bm(s: &mut Scanner<'_>, head: &Head) -> Res<(bool, Option<Natural>, Span)> {
    head.needs(s, "an operand $lb")?;
    let (found, span) = operand(s)?;
    let Operand::L1bm(double, place) = found else {
        return head.wrong(s, span, "the $lb operand").err();
    };
    s.end_of_token(span.start)?;
    s.places.operand(Role::L1bm, span);
    Ok((double, place, span))
}

/// Range and alignment of an L1BM operand.
fn place(
    s: &mut Scanner<'_>,
    kind: L1bmKind,
    up: bool,
    [wide, double]: [bool; 2],
    address: Option<Natural>,
) -> L1bmOperand {
    let Some(number) = address else { return L1bmOperand { double, place: L1bmPlace::Turnaround } };
    let mut unit = match l1bm_row(kind, up, wide).map(|row| row.form) {
        Some(Form::L1bm { unit, .. }) => u64::from(unit),
        _ => 1,
    };
    if wide && !double {
        unit /= 2; // Shortened results fill one long word of two (s. 3.6.8.5).
    }
    s.aligned(number, "the L1BM address", unit, 8191, SECTION);
    if kind == L1bmKind::P && double && number.value <= 8191 && number.value % 64 > 56 {
        let (value, below) = (number.value, number.value / 64 * 64 + 56);
        let mut near = format!("the nearest are {below} and {}", below + 8);
        if below + 8 > 8191 {
            near = format!("the nearest is {below}");
        }
        let message = format!("the L1BM address {value} is more than 56 modulo 64");
        s.report(Fault::error("MN-E-ALIGN", "3.6.8.7", number.span, message).help(near));
    }
    let address = s.ranged(number, "the L1BM address", [0, 8191], SECTION) as u16;
    L1bmOperand { double, place: L1bmPlace::At(address) }
}

/// Expressions without an operation, both directions.
pub(super) fn plain(s: &mut Scanner<'_>, head: &Head, kind: L1bmKind) -> Res<Expr> {
    match kind {
        L1bmKind::M | L1bmKind::M4 if s.peek() == Some(b'@') => collect(s, head, kind),
        L1bmKind::D => {
            let rotation = rotation(s)?;
            let here = s.at;
            if s.peek() != Some(b'/') {
                head.needs(s, "its operands")?;
            }
            let to_pe = s.peek() == Some(b'/') || is_l1bm(s);
            s.at = here;
            if to_pe {
                down(s, head, kind, DownKind::Distribute(rotation))
            } else {
                up(s, head, kind, UpKind::Gather(rotation))
            }
        }
        L1bmKind::M => down(s, head, kind, DownKind::Mab),
        L1bmKind::M4 => down(s, head, kind, DownKind::Mab4),
        _ => down(s, head, kind, DownKind::Pe),
    }
}

/// `+k`, `-k` as `+(16-k)`
fn rotation(s: &mut Scanner<'_>) -> Res<u8> {
    let back = s.peek() == Some(b'-');
    if !back && s.peek() != Some(b'+') {
        return Ok(0);
    }
    s.at += 1;
    let number = s.natural()?;
    let by = s.ranged(number, "the number of MABs", [0, 15], "3.6.8.20") as u8;
    Ok(if back { (16 - by) % 16 } else { by })
}

fn down(s: &mut Scanner<'_>, head: &Head, kind: L1bmKind, spread: DownKind) -> Res<Expr> {
    if s.peek() != Some(b'/') {
        head.needless(s)?;
    }
    let flush = mask::flush(s)?;
    head.needs(s, "an operand $lb")?;
    if matches!(kind, L1bmKind::M | L1bmKind::M4) && !is_l1bm(s) {
        let word = s.slice(head.word);
        let message = format!("`{word}` from PEs lacks the number of the MAB");
        return head.operands(s, head.word, message).help(format!("write {word}@0")).err();
    }
    let (double, address, span) = l1bm(s, head)?;
    if kind == L1bmKind::P && address.is_none() {
        let message = "l1bmp does not read the turnaround register";
        s.report(head.operands(s, span, message.to_owned()));
    }
    if kind == L1bmKind::D {
        long_only(s, double, span);
    }
    let double = double && kind != L1bmKind::D;
    let from = place(s, kind, false, [double, double], address);
    let dests = destinations(s, head, Places { omr: false, wide: double })?;
    Ok(Expr::Down(Down { kind: spread, flush, from, dests }))
}

/// Whether an operand of L1BM comes next.
fn is_l1bm(s: &Scanner<'_>) -> bool {
    let rest = s.rest();
    rest.starts_with("$llb") || rest.starts_with("$lb") && !rest.starts_with("$lbf")
}

/// `l1bmd` has no form of two long words.
fn long_only(s: &mut Scanner<'_>, double: bool, span: Span) {
    if double {
        let message = "l1bmd moves one long word a PE and cycle";
        let fault = Fault::error("MN-E-WIDTH", "3.6.8.20", span, message);
        s.report(fault.help("write $lb instead of $llb"));
    }
}

/// `l1bmm@m`, `l1bmm4@k`
fn collect(s: &mut Scanner<'_>, head: &Head, kind: L1bmKind) -> Res<Expr> {
    let start = s.at;
    s.at += 1;
    let number = s.natural()?;
    let (last, section) = if kind == L1bmKind::M4 { (3, "3.6.8.16") } else { (15, "3.6.8.10") };
    let mab = s.ranged(number, "the MAB number", [0, last], section) as u8;
    s.end_of_token(start)?;
    up(s, head, kind, if kind == L1bmKind::M4 { UpKind::Mab4(mab) } else { UpKind::Mab(mab) })
}

fn up(s: &mut Scanner<'_>, head: &Head, kind: L1bmKind, collect: UpKind) -> Res<Expr> {
    head.needs(s, "an input")?;
    let (from, span) = input(s, head, Allowed::default())?;
    let (double, address, at) = l1bm(s, head)?;
    if kind == L1bmKind::D {
        long_only(s, double, at);
    }
    let double = double && kind != L1bmKind::D;
    if double {
        wide_source(s, &from, span);
    }
    let to = place(s, kind, true, [double, double], address);
    Ok(Expr::Up(Up { kind: collect, from, to }))
}

/// Two long words a PE come only from what is two long words wide.
fn wide_source(s: &mut Scanner<'_>, from: &Input, span: Span) {
    let narrow = matches!(from.source, Source::Memory(a) if a.width != Width::Double);
    if narrow && from.convert.is_none() {
        let message = format!("{} gives less than the 2LW that are sent", quote(s.slice(span)));
        let help = "write ll behind the $, as in $llr0v, or write to $lb";
        s.report(Fault::error("MN-E-WIDTH", "3.6.8", span, message).help(help));
    }
}

/// `l1bmrOP[r]`, `l1bmr4OP[r]`
pub(super) fn reduce(
    s: &mut Scanner<'_>,
    head: &Head,
    four: bool,
    rrn: Rrn,
    shorten: bool,
) -> Res<Up> {
    head.needless(s)?;
    head.needs(s, "an input")?;
    // Whether `e` is allowed is known behind the L1BM operand.
    let allowed = Allowed { extend: true, ..Allowed::default() };
    let (from, span) = input(s, head, allowed)?;
    let (double, address, at) = l1bm(s, head)?;
    let wide = double || shorten;
    let float = rrn.precision == Precision::F && rrn.op.is_float();
    if double && shorten {
        let message = "shortened results fill one long word a PE";
        let fault = Fault::error("MN-E-WIDTH", "3.6.8.5", at, message);
        s.report(fault.help("write $lb instead of $llb"));
    }
    if double && !float && rrn.op != RrnOp::Bor {
        let message = format!("`{}` has no form of 2LW", s.slice(head.word));
        let fault = Fault::error("MN-E-RRN2LW", "3.6.8.13", head.word, message);
        s.report(fault.help("2LW reductions are ffadd, fmax, fmin, lbor, ibor and sbor; or $lb"));
    }
    if from.convert == Some(Convert::Extend) && !(wide && float) {
        let message = format!("`{}` to this operand takes no e", s.slice(head.word));
        let suffix = Span::new(span.end.saturating_sub(1), span.end);
        let fault = Fault::error("MN-E-CONVERT", "3.6.8.4", suffix, message);
        s.report(fault.help("e goes with ffadd, fmax and fmin of 2LW ($llb, or r behind them)"));
    }
    if wide {
        wide_source(s, &from, span);
    }
    let kind = if four { L1bmKind::R4 } else { L1bmKind::R };
    let to = place(s, kind, true, [wide, double && !shorten], address);
    let kind = match four {
        true => UpKind::Reduce4 { rrn, shorten },
        false => UpKind::Reduce { rrn, shorten },
    };
    Ok(Up { kind, from, to })
}
