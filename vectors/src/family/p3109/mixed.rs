//! `p3109.R.NAME.from.X.Y.Z`: arithmetic on numbers of several formats, projected once into R (report 4.0, 4.10). Each is a format of P3109 or
//! an external one. Found when asked for.

use super::op::{self, declared, format};
use super::operation::{Operation as O, Row, TABLE};
use super::{NAME, Of};
use crate::draw::Cases;
use crate::draw::corner::codes;
use crate::draw::random::element::Operand as Element;
use crate::draw::random::p3109::{element, like};
use crate::draw::rng::Rng;
use crate::formats;
use crate::registry::Op;
use softfloat::p3109::{Operand, Projection};
use softfloat::{Format, Overflow, Rounding};

/// The formats that the report calls external (4.14).
const EXTERNAL: [&str; 4] = ["f64", "f32", "f16", "bf16"];

/// A format of either kind.
fn any(name: &str) -> Option<Format> {
    match EXTERNAL.contains(&name) {
        true => formats::named(name),
        false => format(name),
    }
}

/// Each operand's format: one that is given stands for all, of three the last may be left out where it is the result's.
fn names<'a>(to: &'a str, row: &Row, from: &[&'a str]) -> Option<Vec<&'a str>> {
    match (from, row.operands.len()) {
        ([x], count) => Some(vec![x; count]),
        ([x, y], 3) => Some(vec![x, y, to]),
        (all, count) => (all.len() == count).then(|| all.to_vec()),
    }
}

/// The operation of these formats; of one that is P3109's that of `p3109.R.NAME`.
pub(super) fn op(to_name: &str, row: &'static Row, from: &[&str]) -> Option<Op> {
    let to = any(to_name)?;
    let names = names(to_name, row, from).filter(|_| row.operation.is_arithmetic())?;
    let operands: Vec<Format> = names.iter().map(|name| any(name)).collect::<Option<_>>()?;
    let of = Of { operands, to, operation: row.operation };
    if of.is_uniform() && to.is_p3109() {
        return Some(op::op(to_name, to, row));
    }
    let from = names.join(".");
    let summary = format!("{}, {} into {to_name}", row.formula, names.join(", "));
    Some(declared(format!("{NAME}.{to_name}.{}.from.{from}", row.name), summary, row, of))
}

/// What is wrong with the parts behind the result's format.
pub(super) fn refuses(to: &str, rest: &str) -> Option<String> {
    let parts: Vec<&str> = rest.split('.').collect();
    let [operation, "from", from @ ..] = &parts[..] else { return None };
    let row = TABLE.iter().find(|row| row.name == *operation)?;
    if !row.operation.is_arithmetic() {
        return Some(format!(
            "{operation} stays within one format\n  right: {NAME}.FORMAT.{operation}"
        ));
    }
    if let Some(wrong) = [&[to], from].concat().into_iter().find(|name| any(name).is_none()) {
        let external = EXTERNAL.join(", ");
        return Some(format!("expected a format of P3109 or one of {external}, found `{wrong}`"));
    }
    let count = row.operands.len();
    let right = if count == 1 { "one format".to_owned() } else { format!("1 to {count} formats") };
    Some(format!("expected {right} behind `from`, found {}", from.len()))
}

/// The plain projection into an operand's format, with which operands near a result are found.
fn plain(to: &Format) -> Option<Projection> {
    Projection::into(to, Rounding::NearestEven, Overflow::Ieee)
}

/// What the first two operands come to in the format of the third.
fn near(of: &Of, x: &[u64]) -> Option<u64> {
    let [first, second, third] = &of.operands[..] else { return None };
    let operands = [(first, x[0]), (second, x[1])].map(|(format, code)| Operand { format, code });
    let to = plain(third)?;
    Some(if of.operation == O::Fma { to.mul(operands) } else { to.add(operands) })
}

/// The most cases with the same first operand.
const MOST: usize = 64;

/// Corner codes of all operands beside each other, and thirds that nearly cancel the others.
pub(super) fn directed(of: &Of, cases: &mut Cases) {
    let all: Vec<Vec<u64>> = of.operands.iter().map(codes).collect();
    let Some((first, rest)) = all.split_first() else { return };
    for (at, a) in first.iter().enumerate() {
        let Some(second) = rest.first() else {
            cases.push(&[*a]);
            continue;
        };
        let step = second.len().div_ceil(MOST).max(1);
        for (turn, b) in second.iter().enumerate().skip(at % step).step_by(step) {
            match of.operands.get(2) {
                None => cases.push(&[*a, *b]),
                Some(third) => {
                    let own = &rest[1];
                    cases.push(&[*a, *b, own[(at + turn) % own.len()]]);
                    let minus = if third.sign { 1 << (third.width - 1) } else { 0 };
                    let mask = u64::MAX >> (64 - third.width);
                    let near = near(of, &[*a, *b]).unwrap_or(0) ^ minus;
                    for c in [near, near.wrapping_add(1), near.wrapping_sub(1)] {
                        cases.push(&[*a, *b, c & mask]);
                    }
                }
            }
        }
    }
}

/// The operands of a random case.
pub(super) fn draw(rng: &mut Rng, of: &Of, operands: &[Element], x: &mut [u64]) {
    for ((x, format), operand) in x.iter_mut().zip(&of.operands).zip(operands) {
        *x = if format.is_p3109() { element(rng, format) } else { operand.element(rng) };
    }
    if let [first, second] = &of.operands[..]
        && rng.one_in(4)
        && let Some(to) = plain(second)
    {
        // The second is about the first.
        let zero = Operand { format: first, code: 0 };
        x[1] = like(rng, second, to.add([Operand { format: first, code: x[0] }, zero]));
    }
    if rng.one_in(2)
        && let Some(near) = near(of, x)
    {
        x[2] = like(rng, &of.operands[2], near);
    }
}
