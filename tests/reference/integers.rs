//! The integer operations of the registry, `int.*`, in integers of any size.

use rug::Integer;
use rug::ops::{DivRounding, RemRounding};

use super::Outcome;

/// TestFloat's bits of these exceptions.
const OVERFLOW: u8 = 4;
const DIVIDE_BY_ZERO: u8 = 8;

/// The integers of a width.
struct Word {
    width: u32,
    signed: bool,
}

/// Evaluates an operation of this family; `None` as in [`super::evaluate`].
pub(super) fn evaluate(operation: &str, operands: &[Vec<u64>]) -> Option<Outcome> {
    let (format, name) = operation.split_once('.')?;
    let (kind, width) = format.split_at_checked(1)?;
    let signed = match kind {
        "i" => true,
        "u" => false,
        _ => return None,
    };
    let word = Word { width: width.parse().ok().filter(|w| (2..=64).contains(w))?, signed };
    let codes: Vec<u64> = operands.iter().filter_map(|o| o.first().copied()).collect();
    let (code, flags) = match *codes.as_slice() {
        [a] => word.unary(name, a)?,
        [a, b] => word.shift(name, a, b).or_else(|| word.binary(name, a, b))?,
        _ => return None,
    };
    Some(Outcome { out: vec![code], flag: Some(flags) })
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

    /// The code of a number modulo 2^width.
    fn low(&self, x: Integer) -> u64 {
        x.rem_euc(self.modulus()).to_u64_wrapping()
    }

    /// A number brought back into the limits, by `wrap` or `sat`.
    fn fitted(&self, x: Integer, excess: &str) -> Option<(u64, u8)> {
        let (least, most) = self.limits();
        let flags = if x < least || x > most { OVERFLOW } else { 0 };
        let x = match excess {
            "wrap" => x,
            "sat" => x.clamp(&least, &most).clone(),
            _ => return None,
        };
        Some((self.low(x), flags))
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
            "mul_wide" => return Some((Word { width: 2 * self.width, ..*self }.low(x * y), 0)),
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
            _ => None,
        }
    }

    /// Shifts and rotations, by the second operand modulo the width.
    fn shift(&self, name: &str, a: u64, b: u64) -> Option<(u64, u8)> {
        let n = (b % u64::from(self.width)) as u32;
        let bits = Integer::from(a);
        let code = match name {
            "shl" => self.low(bits << n),
            "shr" => self.low(self.value(a).div_floor(Integer::from(1) << n)),
            "shr_logical" => self.low(bits >> n),
            // What leaves at one end enters at the other.
            "rotl" => self.low(Integer::from(&bits << n) + (bits >> (self.width - n))),
            "rotr" => self.low(Integer::from(&bits >> n) + (bits << (self.width - n))),
            _ => return None,
        };
        Some((code, 0))
    }
}
