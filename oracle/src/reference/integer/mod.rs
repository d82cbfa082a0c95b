//! The integer operations of the registry, `int.*`, in integers of any size.

use crate::Rational;
use rug::Integer;
use rug::ops::{DivRounding, Pow, RemRounding};

use super::options::Options;
use super::{Outcome, Reference};

pub(super) const REFERENCE: Reference = Reference { name: "integer", evaluate };

/// TestFloat's bits of these exceptions.
const OVERFLOW: u8 = 4;
const DIVIDE_BY_ZERO: u8 = 8;

/// The integers of a width.
struct Word {
    width: u32,
    signed: bool,
}

/// Amounts and numbers of places from which on nothing changes any more, at 64 bits at most.
const FAR: i64 = 200;

fn evaluate(id: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    let (format, name) = id.strip_prefix("int.")?.split_once('.')?;
    let (kind, width) = format.split_at_checked(1)?;
    let signed = match kind {
        "i" => true,
        "u" => false,
        _ => return None,
    };
    let word = Word { width: width.parse().ok().filter(|w| (2..=64).contains(w))?, signed };
    let options = options.only(&["amount", "round"])?;
    let codes: Vec<u64> = operands.iter().filter_map(|o| o.first().copied()).collect();
    let one = |(code, flags)| (vec![code], flags);
    let (out, flags) = match *codes.as_slice() {
        [a] => one(word.unary(name, a)?),
        [a, b] => match word.shift(name, options, a, b).or_else(|| word.binary(name, a, b)) {
            Some(result) => one(result),
            None => word.widened(name, a, b, Integer::new())?,
        },
        [a, b, c] => match name {
            "add_carry" | "sub_borrow" => word.carried(name, a, b, c)?,
            "mac_wrap" | "mac_sat" => {
                let sum = word.value(a) * word.value(b) + word.value(c);
                one(word.fitted(sum, name.strip_prefix("mac_")?)?)
            }
            _ => word.widened(name, a, b, word.twice().value(c))?,
        },
        // The addend in two halves.
        [a, b, high, low] => {
            let z = word.value(high) * word.modulus() + low;
            word.widened(name, a, b, z)?
        }
        _ => return None,
    };
    Some(Outcome { out, flag: Some(flags) })
}

impl Word {
    /// 2^width.
    fn modulus(&self) -> Integer {
        Integer::from(1) << self.width
    }

    fn limits(&self) -> (Integer, Integer) {
        if self.signed {
            let half = Integer::from(1) << (self.width - 1);
            (Integer::from(-&half), half - 1)
        } else {
            (Integer::new(), self.modulus() - 1)
        }
    }

    fn value(&self, code: u64) -> Integer {
        let value = Integer::from(code);
        let (_, most) = self.limits();
        if self.signed && value > most { value - self.modulus() } else { value }
    }

    /// The integers of twice the width.
    fn twice(&self) -> Self {
        Self { width: 2 * self.width, ..*self }
    }

    /// The code of a number modulo 2^width.
    fn low(&self, x: Integer) -> u64 {
        x.rem_euc(self.modulus()).to_u64_wrapping()
    }

    /// A number brought back into the limits, by `wrap` or `sat`.
    fn fitted(&self, x: Integer, excess: &str) -> Option<(u64, u8)> {
        let (x, flags) = self.limited(x, excess)?;
        Some((self.low(x), flags))
    }

    /// The number whose low bits are the code.
    fn limited(&self, x: Integer, excess: &str) -> Option<(Integer, u8)> {
        let (least, most) = self.limits();
        let flags = if x < least || x > most { OVERFLOW } else { 0 };
        let x = match excess {
            "wrap" => x,
            "sat" => x.clamp(&least, &most).clone(),
            _ => return None,
        };
        Some((x, flags))
    }

    /// A result in twice the width; where that is more than 64 bits, its upper and lower half.
    fn widened(&self, name: &str, a: u64, b: u64, z: Integer) -> Option<(Vec<u64>, u8)> {
        let (x, y) = (self.value(a), self.value(b));
        let (exact, excess) = match name {
            "add_wide" => (x + y, "wrap"),
            "sub_wide" => (x - y, "wrap"),
            "mul_wide" => (x * y, "wrap"),
            "mac_wide_wrap" => (x * y + z, "wrap"),
            "mac_wide_sat" => (x * y + z, "sat"),
            _ => return None,
        };
        let wide = self.twice();
        let (x, flags) = wide.limited(exact, excess)?;
        if wide.width <= 64 {
            return Some((vec![wide.low(x)], flags));
        }
        let (high, low) = x.div_rem_floor(self.modulus());
        Some((vec![self.low(high), self.low(low)], flags))
    }

    /// A sum or difference of the words with a carry, and the carry of the words without a sign;
    /// overflow of the numbers.
    fn carried(&self, name: &str, a: u64, b: u64, c: u64) -> Option<(Vec<u64>, u8)> {
        let (x, y) = (self.value(a), self.value(b));
        let (words, numbers) = match name {
            "add_carry" => (Integer::from(a) + b + c, x + y + c),
            "sub_borrow" => (Integer::from(a) - b - c, x - y - c),
            _ => return None,
        };
        let carry = words < 0 || words >= self.modulus();
        let (code, flags) = self.fitted(numbers, "wrap")?;
        Some((vec![code, carry.into()], flags))
    }

    /// x to the power y, for y < 0 its integer part, and 0 for x = 0.
    fn power(&self, x: &Integer, y: &Integer, excess: &str) -> Option<(u64, u8)> {
        let odd = y.is_odd();
        if *x == 1 || *x == -1 {
            return self.fitted(if odd { x.clone() } else { Integer::from(1) }, excess);
        }
        if *y < 0 {
            return Some((0, 0));
        }
        if *x == 0 {
            return self.fitted(Integer::from(u32::from(*y == 0)), excess);
        }
        // From 2^64 on there is no number.
        if *y <= 64 {
            return self.fitted(Integer::from(x.pow(y.to_u32()?)), excess);
        }
        let (least, most) = self.limits();
        match excess {
            "wrap" => {
                let low = x.clone().pow_mod(y, &self.modulus()).ok()?;
                Some((self.low(low), OVERFLOW))
            }
            "sat" => Some((self.low(if *x < 0 && odd { least } else { most }), OVERFLOW)),
            _ => None,
        }
    }

    fn unary(&self, name: &str, a: u64) -> Option<(u64, u8)> {
        let x = self.value(a);
        let (name, excess) = name.split_once('_')?;
        match name {
            "neg" => self.fitted(-x, excess),
            "abs" => self.fitted(x.abs(), excess),
            _ => None,
        }
    }

    fn binary(&self, name: &str, a: u64, b: u64) -> Option<(u64, u8)> {
        let (x, y) = (self.value(a), self.value(b));
        match name {
            "min" => return Some((self.low(x.min(y)), 0)),
            "max" => return Some((self.low(x.max(y)), 0)),
            // The upper half: floor(x y / 2^width).
            "mul_high" => return Some((self.low((x * y).div_floor(self.modulus())), 0)),
            "rem" if y == 0 => return Some((a, DIVIDE_BY_ZERO)),
            "rem" => return Some((self.low(x.rem_trunc(y)), 0)),
            _ => {}
        }
        let (name, excess) = name.split_once('_')?;
        match name {
            "add" => self.fitted(x + y, excess),
            "sub" => self.fitted(x - y, excess),
            "mul" => self.fitted(x * y, excess),
            // -1, or where there is none the greatest: all ones in both cases (RISC-V M).
            "div" if y == 0 => Some((self.low(Integer::from(-1)), DIVIDE_BY_ZERO)),
            "div" => self.fitted(x.div_trunc(y), excess),
            "power" => self.power(&x, &y, excess),
            _ => None,
        }
    }

    /// Shifts and rotations by the second operand: modulo the width, or what it stands for.
    fn shift(&self, name: &str, options: Options<'_>, a: u64, b: u64) -> Option<(u64, u8)> {
        let turns = (b % u64::from(self.width)) as u32;
        let by = match options.value("amount").unwrap_or("modulo") {
            "modulo" => i64::from(turns),
            "full" => self.value(b).clamp(&-FAR, &FAR).to_i64()?,
            _ => return None,
        };
        let (bits, value) = (Integer::from(a), self.value(a));
        let code = match name {
            "shl" => self.low(floor_scaled(bits, by)),
            // A negative amount: the bits of the word to the left.
            "shr" => self.low(floor_scaled(value, -by)),
            "shr_logical" => self.low(floor_scaled(bits, -by)),
            // What leaves at one end enters at the other.
            "rotl" => self.low(Integer::from(&bits << turns) + (bits >> (self.width - turns))),
            "rotr" => self.low(Integer::from(&bits >> turns) + (bits << (self.width - turns))),
            "asl_wrap" => return self.fitted(floor_scaled(value, by), "wrap"),
            "asl_sat" => return self.fitted(floor_scaled(value, by), "sat"),
            _ => {
                let name = name.strip_prefix("round_shift_")?;
                let (width, excess) = match name.strip_prefix("narrow_") {
                    Some(excess) => (self.width / 2, excess),
                    None => (self.width, name),
                };
                let into = Self { width, ..*self };
                let x = rounded(value, by, options.value("round").unwrap_or("rnu"))?;
                return into.fitted(x, excess);
            }
        };
        Some((code, 0))
    }
}

/// floor(x 2^by).
fn floor_scaled(x: Integer, by: i64) -> Integer {
    (Rational::from(x) << by as i32).floor()
}

/// x / 2^by as an integer.
fn rounded(x: Integer, by: i64, direction: &str) -> Option<Integer> {
    let exact = Rational::from(x) >> by as i32;
    let half = Rational::from((1, 2));
    let floor = exact.floor();
    let rest = &exact - &floor;
    let up = match direction {
        // Half is added, and the sum rounded down.
        "rnu" => rest >= half,
        "rne" => rest > half || rest == half && floor.is_odd(),
        "rna" => rest > half || rest == half && exact > 0,
        "rtz" => exact < 0 && rest != 0,
        "rup" => rest != 0,
        "rdn" => false,
        "rto" => rest != 0 && floor.is_even(),
        _ => return None,
    };
    Some(if up { floor + 1 } else { floor })
}
