//! Sums of products in scaled blocks (SIL-D14, D15).

use crate::Rational;

use super::truncated::{Out, cut_sum};
use super::unit::{Blocks, Unit};
use crate::reference::engine::Value;
use crate::reference::silicon::operand::format;
use crate::reference::silicon::term::{Term, products};

/// What is kept of sums of four bits below the largest exponent.
const FOUR_BITS_KEPT: i32 = 35;

/// The scales of a and of b.
type Scales<'a> = [&'a [u64]; 2];

/// SIL-D14: T, with products scaled by powers of two.
pub(super) fn eight_bits(
    unit: &Unit,
    a: &[u64],
    b: &[u64],
    c: u64,
    scales: Scales<'_>,
) -> Option<u64> {
    let [&[wa], &[wb]] = scales else { return None };
    if wa == 0xff || wb == 0xff {
        return Some(Out::F32.nan());
    }
    let power = (wa as i32 - 127) + (wb as i32 - 127);
    let terms = products(&Term::row(unit.a, a), &Term::row(unit.b, b));
    let scaled: Vec<Term> = terms.into_iter().map(|term| term.scaled(power)).collect();
    Some(unit.sum.of(&scaled, &Term::read(unit.c, c)))
}

/// SIL-D15: four exact sums of 16 products, scaled, and c.
pub(super) fn four_bits(
    unit: &Unit,
    blocks: Blocks,
    a: &[u64],
    b: &[u64],
    c: u64,
    scales: Scales<'_>,
) -> Option<u64> {
    if scales.iter().any(|row| row.len() != unit.k / blocks.size) {
        return None;
    }
    let read = |codes: &[u64]| -> Option<Vec<(Rational, i32)>> {
        codes.iter().map(|&code| scale(blocks.powers, code)).collect()
    };
    let [Some(wa), Some(wb)] = scales.map(read) else { return Some(Out::F32.nan()) };
    let c = Term::read(unit.c, c);
    match c.value {
        Value::Nan { .. } => return Some(Out::F32.nan()),
        Value::Infinite { sign } => return Some(Out::F32.infinity(sign)),
        Value::Finite { .. } => {}
    }
    let mut terms = vec![(c.value.signed(), c.exponent)];
    let products = products(&Term::row(unit.a, a), &Term::row(unit.b, b));
    for (group, products) in products.chunks(16).enumerate() {
        let exact: Rational = products.iter().map(|term| term.value.signed()).sum();
        let block = group * 16 / blocks.size;
        let ((ma, xa), (mb, xb)) = (&wa[block], &wb[block]);
        terms.push(((exact * ma * mb) << (xa + xb), xa + xb));
    }
    let largest = terms.iter().map(|term| term.1).max()?;
    let values = terms.into_iter().map(|term| term.0);
    Some(Out::F32.round(&cut_sum(values, largest - FOUR_BITS_KEPT)))
}

/// The significand and exponent of a scale; none of NaN.
fn scale(power: bool, code: u64) -> Option<(Rational, i32)> {
    if power {
        return (code != 0xff).then(|| (Rational::from(1), code as i32 - 127));
    }
    // ue4m3: the sign bit is ignored.
    let term = Term::read(format("e4m3")?, code & 0x7f);
    match term.value {
        Value::Finite { magnitude, .. } if magnitude.is_zero() => Some((magnitude, -126)),
        Value::Finite { magnitude, .. } => Some((magnitude >> term.exponent, term.exponent)),
        Value::Nan { .. } | Value::Infinite { .. } => None,
    }
}
