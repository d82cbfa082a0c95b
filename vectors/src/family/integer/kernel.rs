//! The evaluators of integer operations.

use super::{Arithmetic, IntegerOperation as I};
use crate::registry::Form::Words;
use crate::registry::{DynamicKernel, Options, Setting};
use softfloat::integer::{Amount, Carried, Exact, Excess, Integer, Shift, ShiftRounding};
use softfloat::{Flags, Rounding};
use std::sync::Arc;

/// Drops bits of two's complement.
const DOWN: ShiftRounding = ShiftRounding::Direction(Rounding::Down);

/// Whether amounts of shifts count modulo the width or as they are.
pub(super) static AMOUNT: Setting<Amount> =
    Setting::new("amount", Words(&["modulo", "full"]), |at| [Amount::Modulo, Amount::Full][at])
        .directed();

/// How shifts round: half up, or in a direction.
pub(super) static ROUND: Setting<ShiftRounding> = Setting::new(
    "round",
    Words(&["rnu", "rne", "rna", "rtz", "rup", "rdn", "rto"]),
    |at| match at {
        0 => ShiftRounding::HalfUp,
        at => ShiftRounding::Direction(Rounding::ALL[at - 1]),
    },
)
.rounding()
.directed();

/// The evaluator of an operation under these options.
pub(crate) fn of(format: Integer, operation: I, o: &Options) -> DynamicKernel {
    let (amount, rounding) = (o.get(&AMOUNT), o.get(&ROUND));
    Arc::new(move |_, x, out| match operation {
        I::Fitted(arithmetic, excess) => {
            let flags = store(format, excess, exact(format, arithmetic, x), out);
            let by_zero = matches!(arithmetic, Arithmetic::Div | Arithmetic::Rem);
            let by_zero = by_zero && format.value(at(x, 1)) == Exact::default();
            if by_zero { Flags::DIVIDE_BY_ZERO } else { flags }
        }
        I::Wide(arithmetic, excess) => wide(format, excess, exact_wide(format, arithmetic, x), out),
        I::AddCarry => {
            carried(format, format.add_with_carry(at(x, 0), at(x, 1), at(x, 2) & 1 == 1), out)
        }
        I::SubBorrow => {
            carried(format, format.sub_with_borrow(at(x, 0), at(x, 1), at(x, 2) & 1 == 1), out)
        }
        I::MulHigh => {
            let product = exact(format, Arithmetic::Mul, x);
            put(out, 0, high(format, product));
            Flags::NONE
        }
        I::Min | I::Max => {
            let (a, b) = (at(x, 0), at(x, 1));
            let first = (format.value(a) <= format.value(b)) == (operation == I::Min);
            put(out, 0, if first { a } else { b });
            Flags::NONE
        }
        I::Shift(shift) => {
            let (rule, by) = places(format, rule(shift, amount), at(x, 1));
            put(out, 0, format.shift(shift, rule, at(x, 0), by).bits);
            Flags::NONE
        }
        I::ArithmeticLeft(excess) => {
            let (_, by) = places(format, amount, at(x, 1));
            store(
                format,
                excess,
                format.value(at(x, 0)).round_shift(by.saturating_neg(), DOWN),
                out,
            )
        }
        I::RoundShift(excess) | I::RoundShiftNarrow(excess) => {
            let (_, by) = places(format, amount, at(x, 1));
            let into = match operation {
                I::RoundShift(_) => format,
                _ => Integer::new(format.width() / 2, format.signed()).unwrap_or(format),
            };
            store(into, excess, format.value(at(x, 0)).round_shift(by, rounding), out)
        }
    })
}

/// Rotations take every amount modulo the width.
const fn rule(shift: Shift, amount: Amount) -> Amount {
    match shift {
        Shift::RotateLeft | Shift::RotateRight => Amount::Modulo,
        _ => amount,
    }
}

/// The amount that a code stands for: without a sign modulo the width, or as a number of the format.
fn places(format: Integer, rule: Amount, code: u64) -> (Amount, i64) {
    let by = match rule {
        Amount::Modulo => (code % u64::from(format.width())) as i64,
        Amount::Full if format.signed() => format.value(code).low() as i64,
        // More than any width in both cases.
        Amount::Full => code.min(i64::MAX as u64) as i64,
    };
    (rule, by)
}

fn at(x: &[u64], i: usize) -> u64 {
    x.get(i).copied().unwrap_or(0)
}

fn put(out: &mut [u64], i: usize, code: u64) {
    if let Some(place) = out.get_mut(i) {
        *place = code;
    }
}

fn overflow(holds: bool) -> Flags {
    if holds { Flags::OVERFLOW } else { Flags::NONE }
}

/// Writes an exact value in a width.
fn store(format: Integer, excess: Excess, x: Exact, out: &mut [u64]) -> Flags {
    let fitted = format.fit(excess, x);
    put(out, 0, fitted.bits);
    overflow(fitted.overflow)
}

/// Writes an exact value in twice the width, as one result or as two halves.
fn wide(format: Integer, excess: Excess, x: Exact, out: &mut [u64]) -> Flags {
    if let Ok(wide) = Integer::new(2 * format.width(), format.signed()) {
        return store(wide, excess, x, out);
    }
    let digits = i64::from(2 * format.width()) - i64::from(format.signed());
    let end = Exact::new(1).round_shift(-digits, DOWN);
    let least = if format.signed() { -end } else { Exact::default() };
    let near = x.clamp(least, end - Exact::new(1));
    let taken = if excess == Excess::Saturate { near } else { x };
    put(out, 0, high(format, taken));
    put(out, 1, format.fit(Excess::Wrap, taken).bits);
    overflow(near != x)
}

/// The code of the bits above the width.
fn high(format: Integer, x: Exact) -> u64 {
    format.fit(Excess::Wrap, x.round_shift(format.width().into(), DOWN)).bits
}

/// Writes low bits and carry. What the format does not hold is *overflow*: of two's complement not
/// the carry.
fn carried(format: Integer, sum: Carried, out: &mut [u64]) -> Flags {
    put(out, 0, sum.bits);
    put(out, 1, sum.carry.into());
    overflow(if format.signed() { sum.overflow } else { sum.carry })
}

/// The exact value of an operation on codes of the format.
fn exact(format: Integer, arithmetic: Arithmetic, x: &[u64]) -> Exact {
    of_values(format, arithmetic, x, format.value(at(x, 2)))
}

/// The same with an addend of twice the width.
fn exact_wide(format: Integer, arithmetic: Arithmetic, x: &[u64]) -> Exact {
    let z = match Integer::new(2 * format.width(), format.signed()) {
        Ok(wide) => wide.value(at(x, 2)),
        Err(_) => {
            let high = format.value(at(x, 2)).round_shift(-i64::from(format.width()), DOWN);
            high + Exact::from(at(x, 3))
        }
    };
    of_values(format, arithmetic, x, z)
}

fn of_values(format: Integer, arithmetic: Arithmetic, x: &[u64], z: Exact) -> Exact {
    let (a, b) = (at(x, 0), at(x, 1));
    let (x, y) = (format.value(a), format.value(b));
    match arithmetic {
        Arithmetic::Add => x + y,
        Arithmetic::Sub => x - y,
        Arithmetic::Mul => x * y,
        Arithmetic::Neg => Exact::default() - x,
        Arithmetic::Abs => x.abs(),
        Arithmetic::Div => format.quotient(a, b),
        Arithmetic::Rem => format.remainder(a, b),
        Arithmetic::Mac => x * y + z,
        Arithmetic::Power => x.power(y),
    }
}
