//! What the quick readers of lines share: parts in the form in which they are written, `None` for any other.

use super::hex;
use crate::registry::{FlagKind, Plan, Shape};

/// Reads a code of so many digits off the head of a text.
type Take = fn(&[u8], usize) -> Option<u64>;

/// Reads the two digits of exceptions.
#[inline(always)]
pub(super) fn exceptions(take: Take, plan: &Plan, digits: &[u8]) -> Option<u8> {
    let kind = plan.op.flags;
    let flags = (kind == FlagKind::Exceptions).then(|| take(digits, 2))??;
    u8::try_from(flags).ok().filter(|f| *f <= kind.most())
}

/// The place behind this byte.
#[inline(always)]
pub(super) fn byte(line: &[u8], at: usize, right: u8) -> Option<usize> {
    (line.get(at) == Some(&right)).then_some(at + 1)
}

/// Reads elements: the place behind them.
#[inline(always)]
pub(super) fn codes(
    take: Take,
    line: &[u8],
    mut at: usize,
    shape: &Shape,
    codes: &mut [u64],
) -> Option<usize> {
    let digits = shape.digits();
    for (i, code) in codes.iter_mut().enumerate() {
        if i > 0 {
            at = byte(line, at, b'_')?;
        }
        *code = take(line.get(at..)?, digits)?;
        if !shape.format.holds(*code) {
            return None;
        }
        at += digits;
    }
    Some(at)
}

/// Reads elements and the byte behind them: the place behind that.
#[inline(always)]
pub(super) fn elements(
    take: Take,
    line: &[u8],
    at: usize,
    shape: &Shape,
    out: &mut [u64],
    end: u8,
) -> Option<usize> {
    byte(line, codes(take, line, at, shape, out)?, end)
}

/// Reads a line of operands, results and flags between single spaces.
#[inline]
pub(super) fn testfloat(
    plan: &Plan,
    line: &[u8],
    x: &mut [u64],
    out: &mut [u64],
) -> Option<Option<u8>> {
    let (mut at, mut filled) = (0, 0);
    for shape in &plan.operands {
        let own = x.get_mut(filled..filled + shape.len)?;
        at = elements(hex::take_any, line, at, shape, own, b' ')?;
        filled += shape.len;
    }
    let mut filled = 0;
    for (i, shape) in plan.results.iter().enumerate() {
        if i > 0 {
            at = byte(line, at, b';')?;
        }
        let own = out.get_mut(filled..filled + shape.len)?;
        at = codes(hex::take_any, line, at, shape, own)?;
        filled += shape.len;
    }
    match line.get(at..)? {
        [] => Some(None),
        [b' ', flags @ ..] if flags.len() == 2 => exceptions(hex::take_any, plan, flags).map(Some),
        _ => None,
    }
}
