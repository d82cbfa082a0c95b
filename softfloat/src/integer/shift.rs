//! Shifts: of words, and of numbers with rounding.

use super::{Exact, Integer};
use crate::round::Loss;
use crate::{Bits, Rounding};

/// A shift of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shift {
    /// To the left, zeros from the right.
    Left,
    /// To the right, zeros from the left.
    LogicalRight,
    /// To the right by value: copies of the sign from the left, without a sign zeros.
    ArithmeticRight,
    /// Rotation to the left.
    RotateLeft,
    /// Rotation to the right.
    RotateRight,
}

/// What amounts outside 0 to width - 1 mean. Rotations take every amount modulo the width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Amount {
    /// The amount modulo the width (RISC-V; x86 at 32 and 64 bits; POD-D15).
    Modulo,
    /// From the width on nothing of the word is left: zeros, or copies of the sign (x86 vectors,
    /// POD-D40). A negative amount shifts the other way (Arm SSHL and USHL, XDSA-D42): to the left
    /// turns into a logical shift.
    Full,
}

/// A shifted word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shifted {
    /// The word.
    pub bits: u64,
    /// The last bit that left the word, or went around; 0 if none did.
    pub carry: bool,
}

/// How a right shift of a number rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShiftRounding {
    /// In a direction of the floating-point operations; `Rounding::Down` drops bits of two's
    /// complement.
    Direction(Rounding),
    /// To nearest, a tie toward +infinity: half is added, then bits are dropped (RVV `rnu`;
    /// XDSA-D33).
    HalfUp,
}

impl Integer {
    /// Shifts a word.
    ///
    /// ```
    /// use softfloat::integer::{Amount, Integer, Shift, Shifted};
    /// let i8 = Integer::new(8, true)?;
    /// let by = |rule, n| i8.shift(Shift::ArithmeticRight, rule, 0x84, n);
    /// assert_eq!(by(Amount::Modulo, 11), Shifted { bits: 0xf0, carry: true });
    /// assert_eq!(by(Amount::Full, 11), Shifted { bits: 0xff, carry: true });
    /// assert_eq!(by(Amount::Full, -1), Shifted { bits: 0x08, carry: true });
    /// # Ok::<(), softfloat::format::IntegerError>(())
    /// ```
    #[must_use]
    pub fn shift(self, shift: Shift, rule: Amount, word: u64, amount: i64) -> Shifted {
        let word = word & u64::mask(self.width);
        let turns = amount.rem_euclid(self.width.into()) as u32;
        // Beyond 64 all amounts are alike.
        let (far, back) = (amount.unsigned_abs().min(65) as u32, amount < 0);
        match (shift, rule) {
            (Shift::RotateRight, _) => self.rotate_right(word, turns),
            (Shift::RotateLeft, _) => {
                let right = self.rotate_right(word, (self.width - turns) % self.width);
                Shifted { carry: turns != 0 && right.bits.bit(0), ..right }
            }
            (Shift::Left, Amount::Modulo) => self.left(word, turns),
            (Shift::Left, Amount::Full) if back => self.right(word, far, false),
            (Shift::Left, Amount::Full) => self.left(word, far),
            (_, Amount::Full) if back => self.left(word, far),
            (_, _) => {
                let sign = shift == Shift::ArithmeticRight && self.signed;
                let amount = if rule == Amount::Modulo { turns } else { far };
                self.right(word, amount, sign && word.bit(self.width - 1))
            }
        }
    }

    fn left(self, word: u64, amount: u32) -> Shifted {
        let wide = u128::from(word) << amount;
        Shifted { bits: wide as u64 & u64::mask(self.width), carry: wide.bit(self.width) }
    }

    /// To the right, copies of `sign` from the left.
    fn right(self, word: u64, amount: u32, sign: bool) -> Shifted {
        let above = if sign { -1 << self.width } else { 0 };
        // One place lower, so that the bit that leaves last is still there.
        let wide = (above | i128::from(word)) << 1 >> amount;
        Shifted { bits: (wide >> 1) as u64 & u64::mask(self.width), carry: wide & 1 == 1 }
    }

    fn rotate_right(self, word: u64, turns: u32) -> Shifted {
        let twice = u128::from(word) << self.width | u128::from(word);
        let bits = (twice >> turns) as u64 & u64::mask(self.width);
        Shifted { bits, carry: turns != 0 && bits.bit(self.width - 1) }
    }
}

impl Exact {
    /// `self / 2^amount`, rounded; for a negative amount exactly `self * 2^-amount`.
    ///
    /// ```
    /// use softfloat::integer::{Exact, ShiftRounding};
    /// let half_up = |x, s| Exact::new(x).round_shift(s, ShiftRounding::HalfUp);
    /// assert_eq!((half_up(5, 1), half_up(-5, 1)), (Exact::new(3), Exact::new(-2)));
    /// assert_eq!(half_up(5, -1), Exact::new(10));
    /// ```
    #[must_use]
    pub fn round_shift(self, amount: i64, rounding: ShiftRounding) -> Self {
        // Beyond 192 all amounts are alike.
        let places = amount.unsigned_abs().min(193) as u32;
        if amount <= 0 { self.shift_left(places) } else { self.shift_right(places, rounding) }
    }

    fn shift_left(self, places: u32) -> Self {
        if self == Self::default() || places == 0 {
            self
        } else if places < 191 {
            let mut limbs = [0; 3];
            limbs[places as usize / 64] = 1 << (places % 64);
            self * Self::from_magnitude(false, limbs)
        } else {
            Self::beyond(self.is_negative(), 0)
        }
    }

    fn shift_right(self, places: u32, rounding: ShiftRounding) -> Self {
        let (mut x, mut places, mut rest) = (self.magnitude(), places, false);
        while places > 64 {
            (x, rest, places) = ([x[1], x[2], 0], rest || x[0] != 0, places - 64);
        }
        let pair = |low: u64, high: u64| (u128::from(high) << 64 | u128::from(low)) >> places;
        let kept = [pair(x[0], x[1]) as u64, pair(x[1], x[2]) as u64, pair(x[2], 0) as u64];
        let cut = x[0] << (64 - places);
        let loss = Loss::of(cut.bit(63), rest || cut << 1 != 0);
        let up = match rounding {
            ShiftRounding::HalfUp if self.is_negative() => loss > Loss::Half,
            ShiftRounding::HalfUp => loss >= Loss::Half,
            ShiftRounding::Direction(direction) => {
                direction.up(loss, self.is_negative(), kept[0].bit(0))
            }
        };
        let rounded = Self::from_magnitude(false, kept) + Self::from(u64::from(up));
        if self.is_negative() { -rounded } else { rounded }
    }
}
