//! The formula of the conversion, and blocks to convert.

use crate::cover::cross::Axis;
use crate::cover::subject::EXTENDED;
use crate::draw::code::Float;
use crate::draw::rng::Rng;

/// What a conversion does, from the formula of the manual.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    pub(super) float: Float,
    /// Elements of a block.
    pub(super) len: usize,
    pub(super) kept: u32,
    pub(super) raise: u32,
    pub(super) extended: bool,
}

/// A block that has a largest element.
pub(super) struct Look {
    pub(super) largest: i64,
    /// Whether an element carries.
    pub(super) carry: bool,
    pub(super) infinite: bool,
}

impl Look {
    /// The common exponent field before it is raised.
    pub(super) fn base(&self) -> i64 {
        self.largest + i64::from(self.carry)
    }
}

/// An axis of places.
pub(super) fn elements(len: usize) -> Axis {
    Axis { name: "element", values: (0..len).map(|i| i.to_string()).collect() }
}

impl Rules {
    /// Whether a mantissa carries when it is rounded: all bits that are kept are 1.
    pub(super) fn is_full(&self, code: u64) -> bool {
        code & self.float.ones() >> self.unkept() << self.unkept() == self.full()
    }

    pub(super) fn full(&self) -> u64 {
        self.float.ones() >> self.unkept() << self.unkept()
    }

    /// Bits of the mantissa that no element keeps.
    pub(super) fn unkept(&self) -> u32 {
        self.float.body - self.kept
    }

    /// The largest exponent field; `None` of a block of zeros.
    pub(super) fn look(&self, x: &[u64]) -> Option<Look> {
        let largest = x.iter().map(|code| self.float.field(*code)).max().filter(|f| *f > 0)?;
        let full =
            |code: &u64| self.float.field(*code) == largest && *code & self.full() == self.full();
        let carry = x.iter().any(full);
        let common = largest + i64::from(carry) + i64::from(self.raise);
        Some(Look { largest, carry, infinite: common >= self.float.top })
    }

    /// Whether an element is extended, and the places by which its significand moves down.
    pub(super) fn place(&self, look: &Look, code: u64) -> (bool, i64) {
        let down = look.base() - self.float.field(code);
        let limit = down == EXTENDED && !self.is_full(code);
        let extended = self.extended && (down > EXTENDED || limit);
        let down = if extended { down - EXTENDED } else { down };
        (extended, down + 1 + i64::from(self.unkept()))
    }

    /// Fields by which an element is of no size any more.
    pub(super) fn far(&self) -> i64 {
        i64::from(self.kept) + 2 + if self.extended { EXTENDED } else { 0 }
    }

    /// A field of a largest element with room below, in a finite block.
    pub(super) fn middle(&self, rng: &mut Rng) -> i64 {
        let (low, high) = (self.far() + 4, self.float.top - i64::from(self.raise) - 2);
        low + rng.below((high - low + 1) as u64) as i64
    }

    /// Elements below a field, or 0; two of them are 0, whatever else there is.
    pub(super) fn below(&self, field: i64, rng: &mut Rng) -> Vec<u64> {
        let mut number = |i: usize| {
            let low = if i < 2 { 0 } else { 1 + rng.below((field - 1).min(20) as u64 + 1) as i64 };
            let own = if low == 0 { 0 } else { (field - low).max(0) };
            self.float.code(rng.one_in(2), own, rng.next())
        };
        let mut x: Vec<u64> = (0..self.len).map(&mut number).collect();
        let turn = rng.below(self.len as u64) as usize;
        x.rotate_left(turn);
        x
    }

    /// A largest element that does not carry, at another place than `at`.
    pub(super) fn beside(&self, x: &mut [u64], at: usize, field: i64, rng: &mut Rng) {
        let other = (at + 1 + rng.below(self.len as u64 - 1) as usize) % self.len;
        let mantissa = rng.next() & self.float.ones() >> 1;
        x[other] = self.float.code(rng.one_in(2), field, mantissa);
    }

    /// The numbers of a finite block, and how far each moves.
    pub(super) fn each(&self, x: &[u64], mut see: impl FnMut(usize, u64, (bool, i64))) {
        let Some(look) = self.look(x).filter(|look| !look.infinite) else { return };
        for (i, code) in x.iter().enumerate() {
            if self.float.field(*code) > 0 {
                see(i, *code, self.place(&look, *code));
            }
        }
    }
}
