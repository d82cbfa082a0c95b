//! What IEEE 754 says of an exact value, in every direction and with both kinds of tininess at once: what enumerations of
//! all pairs of 16-bit numbers compare with, where a reference in rationals would take months.
//!
//! Written from the definition: codes of one sign are in the order of their numbers, so a value lies at a code or between two
//! that follow each other, and a direction chooses one of them.

use softfloat::{Env, Flags, Rounding, Tininess};

/// Choices of a direction and a kind of tininess.
pub const CHOICES: usize = 2 * Rounding::ALL.len();

/// A code and what it signals.
pub type Answer = (u32, Flags);

/// The rules that [`Narrow::rounded`] and the operations answer for, in their order.
#[must_use]
pub fn choices() -> [Env; CHOICES] {
    std::array::from_fn(|at| {
        let tininess = [Tininess::After, Tininess::Before][at % 2];
        Env { tininess, ..Env::IEEE.rounding(Rounding::ALL[at / 2]) }
    })
}

/// An interchange format of at most 16 bits.
#[derive(Clone, Copy, Debug)]
pub struct Narrow {
    /// Bits of the exponent.
    pub exponent: u32,
    /// Bits of the fraction.
    pub fraction: u32,
}

/// (`significand` + something below 1) times 2^`exponent`, of either sign; the something is not 0 where a bit was lost.
#[derive(Clone, Copy, Debug)]
pub struct Exact {
    /// Whether it is below 0.
    pub negative: bool,
    /// Not 0.
    pub significand: u64,
    /// Of the significand's last place.
    pub exponent: i32,
    /// Whether there is something below it.
    pub lost: bool,
}

/// What a code is.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Nan {
        signalling: bool,
    },
    Infinity,
    /// The significand, 0 for a zero, and the exponent of its last place.
    Number(u64, i32),
}

/// binary16.
pub const BINARY16: Narrow = Narrow { exponent: 5, fraction: 10 };
/// bfloat16.
pub const BF16: Narrow = Narrow { exponent: 8, fraction: 7 };
/// binary32, whose numbers are made into those of the others.
pub const BINARY32: Narrow = Narrow { exponent: 8, fraction: 23 };

/// What lies between two codes, or at the first.
#[derive(Clone, Copy)]
struct Place {
    code: u64,
    half: bool,
    rest: bool,
}

impl Place {
    /// Where a value lies among the multiples of 2^`last`.
    const fn of(v: Exact, last: i32) -> Self {
        match last - v.exponent {
            shift @ ..=0 => Self { code: v.significand << -shift, half: false, rest: v.lost },
            shift @ 1..=63 => {
                let below = v.significand & ((1 << shift) - 1);
                let half = below >> (shift - 1) == 1;
                let rest = v.lost || below & ((1 << (shift - 1)) - 1) != 0;
                Self { code: v.significand >> shift, half, rest }
            }
            _ => Self { code: 0, half: false, rest: true },
        }
    }

    const fn is_exact(self) -> bool {
        !self.half && !self.rest
    }

    /// Whether the code behind is the right one.
    const fn goes_up(self, rounding: Rounding, negative: bool) -> bool {
        let odd = self.code & 1 == 1;
        match rounding {
            Rounding::NearestEven => self.half && (self.rest || odd),
            Rounding::NearestAway => self.half,
            Rounding::TowardZero => false,
            Rounding::Up => !negative && !self.is_exact(),
            Rounding::Down => negative && !self.is_exact(),
            Rounding::ToOdd => !odd && !self.is_exact(),
        }
    }
}

impl Narrow {
    const fn infinity(self) -> u32 {
        ((1 << self.exponent) - 1) << self.fraction
    }

    const fn sign(self, negative: bool) -> u32 {
        (negative as u32) << (self.exponent + self.fraction)
    }

    /// The exponent of the last place of the smallest numbers.
    const fn least(self) -> i32 {
        2 - (1 << (self.exponent - 1)) - self.fraction as i32
    }

    const fn is_negative(self, code: u32) -> bool {
        code >> (self.exponent + self.fraction) & 1 == 1
    }

    const fn kind(self, code: u32) -> Kind {
        let fraction = code & ((1 << self.fraction) - 1);
        let field = code >> self.fraction & ((1 << self.exponent) - 1);
        if field == (1 << self.exponent) - 1 {
            return match fraction {
                0 => Kind::Infinity,
                _ => Kind::Nan { signalling: fraction >> (self.fraction - 1) == 0 },
            };
        }
        match field {
            0 => Kind::Number(fraction as u64, self.least()),
            _ => Kind::Number(
                (1 << self.fraction | fraction) as u64,
                self.least() + field as i32 - 1,
            ),
        }
    }

    /// A value in every choice.
    #[must_use]
    pub fn rounded(self, v: Exact) -> [Answer; CHOICES] {
        let top = v.significand.ilog2() as i32 + v.exponent;
        let last = (top - self.fraction as i32).max(self.least());
        let mut place = Place::of(v, last);
        // Every binade has as many codes as its first significand.
        place.code += u64::from((last - self.least()).unsigned_abs()) << self.fraction;
        let one = 1 << self.fraction;
        let tiny = place.code < one;
        // As rounded with any exponent: the smallest normal number may be reached.
        let free = Place::of(v, top - self.fraction as i32);
        let reaches = top == self.least() + self.fraction as i32 - 1 && free.code == 2 * one - 1;
        let sign = self.sign(v.negative);
        std::array::from_fn(|at| {
            let rounding = Rounding::ALL[at / 2];
            let code = place.code + u64::from(place.goes_up(rounding, v.negative));
            if code >= u64::from(self.infinity()) {
                let most = match rounding {
                    Rounding::NearestEven | Rounding::NearestAway => false,
                    Rounding::TowardZero | Rounding::ToOdd => true,
                    Rounding::Up => v.negative,
                    Rounding::Down => !v.negative,
                };
                return (
                    sign | (self.infinity() - u32::from(most)),
                    Flags::OVERFLOW | Flags::INEXACT,
                );
            }
            let flags = if place.is_exact() {
                Flags::NONE
            } else {
                let after = at % 2 == 0;
                let normal = after && reaches && free.goes_up(rounding, v.negative);
                if tiny && !normal { Flags::UNDERFLOW | Flags::INEXACT } else { Flags::INEXACT }
            };
            (sign | code as u32, flags)
        })
    }

    fn nan(self, flags: Flags) -> [Answer; CHOICES] {
        [(self.infinity() | 1 << (self.fraction - 1), flags); CHOICES]
    }

    fn infinite(self, negative: bool, flags: Flags) -> [Answer; CHOICES] {
        [(self.sign(negative) | self.infinity(), flags); CHOICES]
    }

    /// NaN, where an operand is one.
    fn of_nans(self, kinds: &[Kind]) -> Option<[Answer; CHOICES]> {
        let signals = |kind: &Kind| match kind {
            Kind::Nan { signalling } => Some(*signalling),
            _ => None,
        };
        let mut nans = kinds.iter().filter_map(signals).peekable();
        nans.peek()?;
        let signalling = nans.any(|signalling| signalling);
        Some(self.nan(if signalling { Flags::INVALID } else { Flags::NONE }))
    }

    /// The sum, or with `less` the difference.
    #[must_use]
    pub fn sum(self, a: u32, b: u32, less: bool) -> [Answer; CHOICES] {
        let kinds = [self.kind(a), self.kind(b)];
        if let Some(nan) = self.of_nans(&kinds) {
            return nan;
        }
        let (x, y) = (self.is_negative(a), self.is_negative(b) ^ less);
        match kinds {
            [Kind::Infinity, Kind::Infinity] if x != y => self.nan(Flags::INVALID),
            [Kind::Infinity, _] => self.infinite(x, Flags::NONE),
            [_, Kind::Infinity] => self.infinite(y, Flags::NONE),
            [Kind::Number(m, e), Kind::Number(n, f)] => match (m, n) {
                (0, 0) => self.zero(x, y),
                (0, _) => {
                    self.rounded(Exact { negative: y, significand: n, exponent: f, lost: false })
                }
                (_, 0) => {
                    self.rounded(Exact { negative: x, significand: m, exponent: e, lost: false })
                }
                _ if e >= f => self.aligned((x, m, e), (y, n, f)),
                _ => self.aligned((y, n, f), (x, m, e)),
            },
            _ => unreachable!("no NaN is left"),
        }
    }

    /// A sum that is exactly zero, of two values with these signs.
    fn zero(self, x: bool, y: bool) -> [Answer; CHOICES] {
        std::array::from_fn(|at| {
            let down = Rounding::ALL[at / 2] == Rounding::Down;
            (self.sign(if x == y { x } else { down }), Flags::NONE)
        })
    }

    /// The sum of two numbers that are not 0, the first with the larger exponent.
    fn aligned(
        self,
        (x, m, e): (bool, u64, i32),
        (y, n, f): (bool, u64, i32),
    ) -> [Answer; CHOICES] {
        // Significands have at most 11 bits: farther than this, the second is less than 2^-39 of the first's last place.
        const FAR: i32 = 50;
        if e - f > FAR {
            let wide = m << (FAR - 11);
            let significand = if x == y { wide } else { wide - 1 };
            return self.rounded(Exact {
                negative: x,
                significand,
                exponent: e - (FAR - 11),
                lost: true,
            });
        }
        let signed = |negative: bool, of: u64| if negative { -(of as i64) } else { of as i64 };
        let sum = signed(x, m << (e - f)) + signed(y, n);
        if sum == 0 {
            return self.zero(x, y);
        }
        self.rounded(Exact {
            negative: sum < 0,
            significand: sum.unsigned_abs(),
            exponent: f,
            lost: false,
        })
    }

    /// The product.
    #[must_use]
    pub fn product(self, a: u32, b: u32) -> [Answer; CHOICES] {
        let kinds = [self.kind(a), self.kind(b)];
        if let Some(nan) = self.of_nans(&kinds) {
            return nan;
        }
        let negative = self.is_negative(a) != self.is_negative(b);
        match kinds {
            [Kind::Infinity, Kind::Number(0, _)] | [Kind::Number(0, _), Kind::Infinity] => {
                self.nan(Flags::INVALID)
            }
            [Kind::Number(m, e), Kind::Number(n, f)] if m * n > 0 => {
                self.rounded(Exact { negative, significand: m * n, exponent: e + f, lost: false })
            }
            [Kind::Number(..), Kind::Number(..)] => [(self.sign(negative), Flags::NONE); CHOICES],
            _ => self.infinite(negative, Flags::NONE),
        }
    }

    /// The quotient.
    #[must_use]
    pub fn quotient(self, a: u32, b: u32) -> [Answer; CHOICES] {
        // More bits than any format here keeps, and one for the tie.
        const MORE: u32 = 40;
        let kinds = [self.kind(a), self.kind(b)];
        if let Some(nan) = self.of_nans(&kinds) {
            return nan;
        }
        let negative = self.is_negative(a) != self.is_negative(b);
        match kinds {
            [Kind::Infinity, Kind::Infinity] | [Kind::Number(0, _), Kind::Number(0, _)] => {
                self.nan(Flags::INVALID)
            }
            [Kind::Infinity, _] => self.infinite(negative, Flags::NONE),
            [_, Kind::Infinity] | [Kind::Number(0, _), _] => {
                [(self.sign(negative), Flags::NONE); CHOICES]
            }
            [_, Kind::Number(0, _)] => self.infinite(negative, Flags::DIVIDE_BY_ZERO),
            [Kind::Number(m, e), Kind::Number(n, f)] => {
                let wide = m << MORE;
                let exponent = e - f - MORE as i32;
                self.rounded(Exact {
                    negative,
                    significand: wide / n,
                    exponent,
                    lost: !wide.is_multiple_of(n),
                })
            }
            _ => unreachable!("no NaN is left"),
        }
    }

    /// A binary32 number as one of these.
    #[must_use]
    pub fn of_single(self, x: u32) -> [Answer; CHOICES] {
        let kind = BINARY32.kind(x);
        if let Some(nan) = self.of_nans(&[kind]) {
            return nan;
        }
        let negative = BINARY32.is_negative(x);
        match kind {
            Kind::Number(0, _) => [(self.sign(negative), Flags::NONE); CHOICES],
            Kind::Number(significand, exponent) => {
                self.rounded(Exact { negative, significand, exponent, lost: false })
            }
            _ => self.infinite(negative, Flags::NONE),
        }
    }
}

#[cfg(test)]
mod tests;
