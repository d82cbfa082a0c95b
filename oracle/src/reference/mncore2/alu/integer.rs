//! S. 3.6.12.6 to .8, .14 to .17: the integer operations of the ALU. An exact `i128` holds every intermediate result.

use super::{Elements, Flagged};

/// One integer operation on elements of `width` bits.
pub(super) fn evaluate(
    opcode: &str,
    unsigned: bool,
    width: u32,
    elements: Elements,
) -> Option<Flagged> {
    let integers = Integers { width, unsigned };
    match elements {
        Elements::One(x) => match (opcode, unsigned) {
            ("inc", _) => Some(integers.wrapped(integers.value(x) + 1)),
            ("dec", _) => Some(integers.wrapped(integers.value(x) - 1)),
            ("not", false) => Some(integers.zero_flagged(!i128::from(x))),
            ("lnot", false) => Some(integers.zero_flagged(i128::from(x == 0))),
            _ => None,
        },
        Elements::Two(x, y) => match (opcode, unsigned) {
            ("add", _) => Some(integers.wrapped(integers.value(x) + integers.value(y))),
            ("sub", _) => Some(integers.wrapped(integers.value(x) - integers.value(y))),
            ("max", _) => Some(chosen(x, y, integers.value(x) >= integers.value(y))),
            ("min", _) => Some(chosen(x, y, integers.value(x) <= integers.value(y))),
            ("and", false) => Some(integers.zero_flagged(i128::from(x & y))),
            ("or", false) => Some(integers.zero_flagged(i128::from(x | y))),
            ("xor", false) => Some(integers.zero_flagged(i128::from(x ^ y))),
            ("lsl", false) => Some(integers.zero_flagged(integers.left(x, y))),
            ("lsr", _) => Some(integers.zero_flagged(integers.right(x, y))),
            ("bsl", false) => {
                Some(integers.zero_flagged(integers.rotated_left(x, integers.amount(y))))
            }
            ("bsr", false) => {
                let back = 2 * width - integers.amount(y);
                Some(integers.zero_flagged(integers.rotated_left(x, back)))
            }
            _ => None,
        },
    }
}

/// x with flag 1, or y.
pub(super) fn chosen(x: u64, y: u64, take_x: bool) -> Flagged {
    (if take_x { x } else { y }, take_x)
}

/// The integers of one opcode.
struct Integers {
    width: u32,
    unsigned: bool,
}

impl Integers {
    /// 2^w.
    fn modulus(&self) -> i128 {
        1 << self.width
    }

    /// The number a pattern stands for.
    fn value(&self, bits: u64) -> i128 {
        let value = i128::from(bits);
        let negative = !self.unsigned && value >= self.modulus() / 2;
        if negative { value - self.modulus() } else { value }
    }

    /// The pattern of an exact result.
    fn pattern(&self, exact: i128) -> u64 {
        exact.rem_euclid(self.modulus()) as u64
    }

    /// The flag of add and sub: unsigned no carry or borrow, signed the top bit of the wrapped
    /// result is 0 (MN-D33).
    fn wrapped(&self, exact: i128) -> Flagged {
        let bits = self.pattern(exact);
        let flag = if self.unsigned {
            exact == i128::from(bits)
        } else {
            i128::from(bits) < self.modulus() / 2
        };
        (bits, flag)
    }

    /// The flag of the bitwise operations and shifts: the output is 0.
    fn zero_flagged(&self, exact: i128) -> Flagged {
        let bits = self.pattern(exact);
        (bits, bits == 0)
    }

    /// The amount of a shift, the unsigned element of y mod 2w (MN-D34).
    fn amount(&self, y: u64) -> u32 {
        (y % u64::from(2 * self.width)) as u32
    }

    /// lsl: by w or more, all bits fall off.
    fn left(&self, x: u64, y: u64) -> i128 {
        match self.amount(y) {
            amount if amount < self.width => i128::from(x) << amount,
            _ => 0,
        }
    }

    /// lsr: floor(x / 2^s), of the signed number or with `u` of the unsigned one.
    fn right(&self, x: u64, y: u64) -> i128 {
        self.value(x) >> self.amount(y).min(self.width)
    }

    /// The top `amount` mod w bits go round to the low end.
    fn rotated_left(&self, x: u64, amount: u32) -> i128 {
        let shifted = i128::from(x) << (amount % self.width);
        shifted % self.modulus() + shifted / self.modulus()
    }
}
