//! From codes to a rounded result.

use num_bigint::BigInt;
use softfloat::{Env, Format, Rounded, Unrounded, Value, ieee::Exact};

use crate::context::Context;
use crate::enclosure::Enclosure;
use crate::exact::Dyadic;
use crate::operand::Operand;
use crate::outcome::{Bounds, Undecided};
use crate::ziv::{self, Subject};
use crate::{Function, formula, known};

/// The correctly rounded result of a function of one or two numbers (for an integer operand its low
/// 32 bits count), codes in the low bits of each word.
/// Operands that are missing count as 0, further ones and bits above the format's not at all: [`try_evaluate`](crate::try_evaluate)
/// refuses those. Functions of blocks are none of numbers; they are invalid here.
///
/// ```
/// use functions::{evaluate, Function};
/// use softfloat::{format::Binary16, Env, Flags, StaticFormat};
/// let exp = |x| evaluate(Function::Exp, &Binary16::FORMAT, &[x], &Env::IEEE).unwrap();
/// assert_eq!((exp(0).bits, exp(0).flags), (0x3c00, Flags::NONE)); // e^0 = 1
/// let r = exp(0x4a00); // e^12 = 162754.8
/// assert_eq!((r.bits, r.flags), (0x7c00, Flags::OVERFLOW | Flags::INEXACT)); // infinity
/// ```
///
/// # Errors
/// Where no enclosure decides ([`Undecided`]).
pub fn evaluate(
    function: Function,
    format: &Format,
    operands: &[u64],
    env: &Env,
) -> Result<Rounded<u64>, Undecided> {
    if let Some(u) = quick(function, format, operands, env) {
        return Ok(format.round_pack(env, u));
    }
    Ok(exact(function, format, operands, env)?.round(format, env))
}

/// The value, as most cases of formats of at most 32 bits of significand are decided: a number other
/// than 0, of a function that is irrational there, in the narrowest arithmetic.
#[inline]
fn quick(function: Function, format: &Format, codes: &[u64], env: &Env) -> Option<Unrounded<u64>> {
    if env.daz || format.precision() > 32 || !function.row().open {
        return None;
    }
    let zero = Operand::Zero { sign: false };
    let operands = match (codes, function) {
        (&[y, x, ..], Function::Atan2) => [number(format, y)?, number(format, x)?],
        (&[x, ..], _) => [number(format, x)?, zero],
        _ => return None,
    };
    let u = ziv::narrow(&Open { function, operands }, format.precision())?;
    Some(Unrounded {
        sign: u.sign,
        exponent: u.exponent,
        significand: u.significand as u64,
        sticky: u.sticky,
    })
}

/// A number other than 0 of a floating-point format.
#[inline]
fn number(format: &Format, code: u64) -> Option<Operand> {
    match format.decode(code) {
        _ if format.is_fixed() => None,
        Value::Finite(u) if u.significand != 0 => Some(Operand::Number(u)),
        _ => None,
    }
}

/// What [`evaluate`] rounds: sticky where it is not exact, and right for every rounding of the format.
///
/// ```
/// use functions::{exact, Function};
/// use softfloat::{format::Binary16, Env, Rounding, StaticFormat};
/// let (half, env) = (Binary16::FORMAT, Env::IEEE);
/// let e = exact(Function::Exp, &half, &[0x3c00], &env).unwrap(); // 1391.76 * 2^-9
/// assert_eq!(e.round(&half, &env.rounding(Rounding::Down)).bits, 0x416f); // 1391 * 2^-9
/// assert_eq!(e.round(&half, &env.rounding(Rounding::Up)).bits, 0x4170); // 1392 * 2^-9
/// ```
///
/// # Errors
/// Where no enclosure decides ([`Undecided`]).
#[inline]
pub fn exact(
    function: Function,
    format: &Format,
    operands: &[u64],
    env: &Env,
) -> Result<Exact, Undecided> {
    match stated(function, format, operands, env) {
        Stated::Exact(exact) => Ok(exact),
        Stated::Open(open) => Ok(Exact::Unrounded(ziv::decide(&open, format.precision())?)),
    }
}

/// A function at operands that leave its value open.
struct Open {
    function: Function,
    operands: [Operand; 2],
}

impl Subject for Open {
    #[inline]
    fn enclose<const N: usize>(&self, c: &Context<N>) -> Enclosure<N> {
        formula::enclose(c, self.function, self.operands)
    }
}

/// What is said of a case before an enclosure.
enum Stated {
    Exact(Exact),
    Open(Open),
}

#[inline]
fn stated(function: Function, format: &Format, codes: &[u64], env: &Env) -> Stated {
    let codes = codes.get(..function.row().shape.arity()).unwrap_or(codes);
    let operands = match known::operands(function, format, codes, env) {
        Ok(operands) => operands,
        Err(nan) => return Stated::Exact(nan),
    };
    match known::known(function, &operands).exact(format, env) {
        Some(exact) => Stated::Exact(exact),
        None => Stated::Open(Open { function, operands }),
    }
}

/// An enclosure of the value of a function of one or two numbers, at most about 2^-bits of the value
/// wide (of an algebraic value that is not exact 2^-64 at least); `None` where the result is no
/// number (NaN, infinity) or no arithmetic is that wide.
///
/// ```
/// use functions::{bounds, exact::Dyadic, Function};
/// use softfloat::{format::Binary16, Env, StaticFormat};
/// let e = bounds(Function::Exp, &Binary16::FORMAT, &[0x3c00], &Env::IEEE, 100).unwrap();
/// assert_eq!((e.lower.floor(), e.upper.floor()), (2.into(), 2.into()));
/// let width = &e.upper - &e.lower;
/// assert!(width.compare(&Dyadic::integer(1).scaled(-98)).is_lt());
/// ```
#[must_use]
pub fn bounds(
    function: Function,
    format: &Format,
    operands: &[u64],
    env: &Env,
    bits: u32,
) -> Option<Bounds> {
    match stated(function, format, operands, env) {
        Stated::Open(open) => ziv::bounds(&open, bits),
        Stated::Exact(Exact::Special(_)) => None,
        Stated::Exact(Exact::Unrounded(u)) => {
            let sign = |magnitude: BigInt| if u.sign { -magnitude } else { magnitude };
            let (exponent, significand) = (u.exponent.into(), BigInt::from(u.significand));
            let near = Dyadic { integer: sign(significand.clone()), exponent };
            // The significand may be all ones: one more has a bit more.
            let far = Dyadic { integer: sign(significand + u32::from(u.sticky)), exponent };
            let (lower, upper) = if u.sign { (far, near) } else { (near, far) };
            Some(Bounds { lower, upper, bits: 0 })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Shape, TABLE, exact_blocks};
    use seeded::{Draw, Random};
    use softfloat::StaticFormat;
    use softfloat::format::{Bf16, Binary32, Binary64, E8m0, Fp4E2m1, MnDouble, MnHalf};

    fn formats() -> Vec<Format> {
        let mut formats = vec![
            Binary64::FORMAT,
            Binary32::FORMAT,
            Bf16::FORMAT,
            Fp4E2m1::FORMAT,
            E8m0::FORMAT,
            MnHalf::FORMAT,
            MnDouble::FORMAT,
        ];
        for (e, m) in [(15, 48), (15, 1), (2, 61), (8, 55), (11, 20), (3, 4)] {
            formats.extend(Format::ieee(e, m));
        }
        formats
    }

    /// Codes of all bits, and such as stand near 1 or have few bits.
    fn code(random: &mut Random, format: &Format) -> u64 {
        let any = random.next() >> (64 - format.width);
        let one = (format.bias as u64) << (format.man_bits + format.pad);
        match random.below(4) {
            0 => {
                one.wrapping_add(random.below(9)).wrapping_sub(4) & u64::MAX >> (64 - format.width)
            }
            1 => any & u64::MAX << (format.man_bits + format.pad).saturating_sub(2),
            _ => any,
        }
    }

    #[test]
    fn every_value_is_decided() {
        let mut random = Random::of("decided");
        for format in formats() {
            for row in TABLE {
                for _ in 0..300 {
                    let codes: Vec<u64> = (0..6).map(|_| code(&mut random, &format)).collect();
                    let second = match row.shape {
                        Shape::Power => random.next() >> (32 + random.below(32)),
                        Shape::Power64 => random.next() >> random.below(64),
                        _ => codes[1],
                    };
                    let decided = match row.shape {
                        Shape::Unary | Shape::Binary | Shape::Power | Shape::Power64 => {
                            exact(row.function, &format, &[codes[0], second], &Env::IEEE).is_ok()
                        }
                        Shape::Reduce2 => {
                            let (x, y) = codes.split_at(3);
                            exact_blocks(row.function, &format, &[x, y], &Env::IEEE).is_ok()
                        }
                        _ => exact_blocks(row.function, &format, &[&codes], &Env::IEEE).is_ok(),
                    };
                    assert!(decided, "{} {} {codes:x?} {second:x}", row.name, format.name);
                }
            }
        }
    }

    /// What the quick way says is what the whole way says, at every number, specials included.
    #[test]
    fn the_quick_way_is_the_way() {
        let mut random = Random::of("quick");
        for format in formats() {
            for row in TABLE.iter().filter(|row| row.open) {
                for _ in 0..2000 {
                    let codes = [code(&mut random, &format), code(&mut random, &format)];
                    let whole = exact(row.function, &format, &codes, &Env::IEEE).unwrap();
                    let whole = whole.round(&format, &Env::IEEE);
                    let quick = evaluate(row.function, &format, &codes, &Env::IEEE);
                    assert_eq!(quick, Ok(whole), "{} {} {codes:x?}", row.name, format.name);
                }
            }
        }
    }

    /// Values far beyond all formats have bounds of sizes that can be worked with.
    #[test]
    fn bounds_beyond_all_formats() {
        let (x, y) = (3e38f32.to_bits().into(), 3e38f32.to_bits().into());
        let minus = u64::from((-3e38f32).to_bits());
        for y in [y, minus] {
            let found = bounds(Function::Pow, &Binary32::FORMAT, &[x, y], &Env::IEEE, 64).unwrap();
            assert!(found.lower.exponent.unsigned_abs() < 1 << 18, "{found:?}");
        }
    }

    /// 2^-200 - 1 is above -1 by less than a significand of 128 bits says: all ones, and one more.
    #[test]
    fn bounds_of_all_ones() {
        let x = (-200f32).to_bits().into();
        let found = bounds(Function::Exp2m1, &Binary32::FORMAT, &[x], &Env::IEEE, 64).unwrap();
        let two = BigInt::from(2);
        assert_eq!((-found.lower.integer, found.lower.exponent), (two.pow(128), -128));
        assert_eq!((-found.upper.integer, found.upper.exponent), (two.pow(128) - 1, -128));
    }
}
