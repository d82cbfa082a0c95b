//! MAU expressions: operations, matrix register writes and transposed reads (s. 3.6.9 to 3.6.11).

use super::mask;
use super::opcode::Head;
use super::operand::{Allowed, Operand, Places, destinations, input, operand};
use super::scan::{Scanner, quote};
use crate::mncore2::check::Role;
use crate::mncore2::isa::{
    Convert, Input, MatrixAccess, Mau, MauKind, Mread, Mwrite, Pair, Precision, Side, Source, Width,
};
use crate::mncore2::text::{Fault, Res, Span};

/// What the opcode says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    pub(super) precision: Precision,
    pub(super) kind: MauKind,
    pub(super) matrix: bool,
    pub(super) pair: Option<Pair>,
    pub(super) shorten: bool,
}

impl Form {
    /// How many inputs there are beside the matrix.
    const fn inputs(self) -> usize {
        match (self.kind, self.matrix) {
            (MauKind::Fma, false) => 3,
            (MauKind::Passa, _) | (MauKind::Mul, true) => 1,
            _ => 2,
        }
    }

    /// What input `i` takes. Factors of h forms are half, so they are shortened; addends, and all
    /// inputs of d and f vector forms, can be extended; block-float inputs take neither.
    fn allowed(self, i: usize) -> Allowed {
        let addend = match (self.kind, self.matrix) {
            (MauKind::Fma, false) => i == 2,
            (MauKind::Fma, true) | (MauKind::Add, _) => i == 1,
            _ => false,
        };
        let half = self.precision == Precision::H;
        Allowed {
            minus: true,
            extend: if self.matrix || half { addend } else { true },
            shorten: !self.matrix && half && !addend,
            first_of_alu: false,
        }
    }
}

const NAMES: [&str; 3] = ["its first input", "its second input", "its third input"];

/// A MAU operation.
pub(super) fn mau(s: &mut Scanner<'_>, head: &Head, form: Form) -> Res<Mau> {
    let flush = mask::flush(s)?;
    head.needless(s)?;
    let matrix = if form.matrix { Some(side(s, head)?) } else { None };
    let mut inputs = Vec::with_capacity(form.inputs());
    for (i, name) in NAMES.into_iter().enumerate().take(form.inputs()) {
        head.needs(s, name)?;
        inputs.push(input(s, head, form.allowed(i))?.0);
    }
    let dests = destinations(s, head, Places { omr: true, wide: false })?;
    let Form { precision, kind, pair, shorten, .. } = form;
    Ok(Mau { precision, kind, matrix, pair, shorten, flush, inputs, dests })
}

/// `$lx`, `$ly`: the whole side.
fn side(s: &mut Scanner<'_>, head: &Head) -> Res<Side> {
    head.needs(s, "the matrix operand")?;
    let (found, span) = operand(s)?;
    let side = match found {
        Operand::Matrix(side, Width::Long, None) => side,
        Operand::Matrix(side, ..) => {
            let message = format!("{}: the whole matrix is meant", quote(s.slice(span)));
            let fault = Fault::error("MN-E-OPERANDS", "3.6.1.14", span, message);
            s.report(fault.help(format!("write $l{}", side.letter())));
            side
        }
        _ => return head.wrong(s, span, "the matrix operand").err(),
    };
    s.end_of_token(span.start)?;
    s.places.operand(Role::Matrix, span);
    Ok(side)
}

/// `$lx3`, `$lly0`: range and alignment by the precision.
fn access(
    s: &mut Scanner<'_>,
    head: &Head,
    precision: Precision,
    what: &str,
) -> Res<(MatrixAccess, Span)> {
    head.needs(s, "the matrix operand")?;
    let (found, span) = operand(s)?;
    let Operand::Matrix(side, width, number) = found else {
        return head.wrong(s, span, "the matrix operand").err();
    };
    s.end_of_token(span.start)?;
    s.places.operand(Role::Matrix, span);
    if width == Width::Double && precision != Precision::H {
        let message = format!("`{}` takes no 2LW access", s.slice(head.word));
        let fault = Fault::error("MN-E-WIDTH", "3.6.1.14", span, message);
        s.report(fault.help(format!("write $l{}", side.letter())));
    }
    let index = match number {
        None => 0,
        Some(number) => {
            let last = u64::from(precision.matrix_rows() - 1);
            if width == Width::Double && precision == Precision::H {
                s.aligned(number, what, 2, last, "3.6.1.14");
            }
            s.ranged(number, what, [0, last], "3.6.1.14") as u8
        }
    };
    Ok((MatrixAccess { side, width, index }, span))
}

/// A matrix register write.
pub(super) fn mwrite(s: &mut Scanner<'_>, head: &Head, precision: Precision) -> Res<Mwrite> {
    head.needless(s)?;
    head.needs(s, "its input")?;
    let half = precision == Precision::H;
    let allowed = Allowed { minus: true, extend: !half, shorten: half, first_of_alu: false };
    let (from, span) = input(s, head, allowed)?;
    let (to, at) = access(s, head, precision, "the row")?;
    if half {
        half_widths(s, &from, span, to, at);
    }
    Ok(Mwrite { precision, from, to })
}

/// Source and matrix operand of hmwrite have the same width; with `r` the source has twice that,
/// which only a matrix operand of one long word leaves room for (s. 3.6.10.3, MN-D85).
fn half_widths(s: &mut Scanner<'_>, from: &Input, span: Span, to: MatrixAccess, at: Span) {
    let shortened = from.convert == Some(Convert::Shorten);
    if shortened && to.width == Width::Double {
        let message = "with r only one long word remains, not two";
        let fault = Fault::error("MN-E-CONVERT", "3.6.10.3", at, message);
        s.report(fault.help(format!("write $l{}{}", to.side.letter(), to.index)));
        return;
    }
    let Source::Memory(access) = from.source else { return };
    let needed = if shortened { Width::Double } else { to.width };
    if access.width != needed {
        let message = format!("{} has not the width that hmwrite takes", quote(s.slice(span)));
        let help = format!("the source must be ${}{}", needed.prefix(), access.bank.letter());
        s.report(Fault::error("MN-E-WIDTH", "3.6.10.3", span, message).help(help));
    }
}

/// A transposed read.
pub(super) fn mread(s: &mut Scanner<'_>, head: &Head, precision: Precision) -> Res<Mread> {
    let flush = mask::flush(s)?;
    head.needless(s)?;
    let (from, span) = access(s, head, precision, "the column")?;
    if precision == Precision::H && from.width != Width::Double {
        let message = "hmread reads two columns a cycle";
        let fault = Fault::error("MN-E-WIDTH", "3.6.11.3", span, message);
        s.report(fault.help(format!("write $ll{}", from.side.letter())));
    }
    let dests = destinations(s, head, Places { omr: false, wide: false })?;
    Ok(Mread { precision, flush, from, dests })
}
