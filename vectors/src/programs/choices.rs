//! Where the generator's choices come from.

use crate::draw::rng::Rng;

/// A stream of choices.
pub trait Choices {
    /// 64 bits.
    fn bits(&mut self) -> u64;

    /// Below `n`; 0 for 0.
    fn below(&mut self, n: u64) -> u64;
}

/// Choices from a seed: the same in every version and on every machine.
///
/// ```
/// use vectors::programs::{Choices, Seeded};
/// assert_eq!(Seeded::new(7).bits(), Seeded::new(7).bits());
/// assert!(Seeded::new(7).below(10) < 10);
/// ```
#[derive(Clone, Debug)]
pub struct Seeded(Rng);

impl Seeded {
    /// The stream of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(Rng::new(seed, 0))
    }

    /// The stream of one of a seed's cases.
    #[must_use]
    pub const fn of_case(seed: u64, number: u64) -> Self {
        Self(Rng::new(seed, number))
    }
}

impl Choices for Seeded {
    fn bits(&mut self) -> u64 {
        self.0.next()
    }

    fn below(&mut self, n: u64) -> u64 {
        // The stream's own `below` is for n up to 2^32.
        if n >> 32 == 0 { self.0.below(n) } else { self.0.next() % n }
    }
}

/// Choices from bytes, as a fuzzer gives them; zeros when they have run out. A small number takes one
/// byte, so that a changed byte changes one choice.
///
/// ```
/// use vectors::programs::{Bytes, Choices};
/// let mut choices = Bytes::new(&[5, 9]);
/// assert_eq!((choices.below(4), choices.below(300), choices.bits()), (1, 9, 0));
/// ```
#[derive(Clone, Debug)]
pub struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    /// The choices in these bytes.
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// The next bytes, the first lowest.
    fn take(&mut self, count: usize) -> u64 {
        let (taken, rest) = self.0.split_at(count.min(self.0.len()));
        self.0 = rest;
        taken.iter().rev().fold(0, |word, b| word << 8 | u64::from(*b))
    }
}

impl Choices for Bytes<'_> {
    fn bits(&mut self) -> u64 {
        self.take(8)
    }

    fn below(&mut self, n: u64) -> u64 {
        let bytes = match n {
            0..=1 => return 0,
            2..=0x100 => 1,
            0x101..=0x1_0000 => 2,
            0x1_0001..=0x1_0000_0000 => 4,
            _ => 8,
        };
        self.take(bytes) % n
    }
}

/// One of a list.
pub(super) fn pick<T: Copy>(c: &mut dyn Choices, list: &[T]) -> T {
    list[c.below(list.len() as u64) as usize]
}

/// A number below `n`, for the small fields of a statement.
pub(super) fn small(c: &mut dyn Choices, n: u16) -> u16 {
    c.below(u64::from(n)) as u16
}

/// True `n` times of `of`; false when the choices have run out.
pub(super) fn chance(c: &mut dyn Choices, n: u64, of: u64) -> bool {
    c.below(of) >= of - n
}

/// A place of a list of weights; the first when the choices have run out.
pub(super) fn weighted(c: &mut dyn Choices, weights: &[u32]) -> usize {
    let total = weights.iter().map(|w| u64::from(*w)).sum();
    let mut left = c.below(total);
    for (i, weight) in weights.iter().enumerate() {
        match left.checked_sub(u64::from(*weight)) {
            Some(rest) => left = rest,
            None => return i,
        }
    }
    0
}

// Codes worth computing with: zeros, infinities, limits, runs of ones.

/// A floating-point code of fields of these widths.
pub(super) fn float(exponent: u32, mantissa: u32, c: &mut dyn Choices) -> u64 {
    let top = (1_u64 << exponent) - 1;
    let bias = top >> 1;
    let field = match c.below(16) {
        0 => 0,
        1 => top,
        2 => 1 + c.below(3),
        3 => top - 1 - c.below(3),
        _ => bias - 4 + c.below(9),
    };
    let sign = c.below(2) << (exponent + mantissa);
    sign | field << mantissa | pattern(mantissa, c)
}

/// An integer near zero, near a limit, or anything.
pub(super) fn integer(bits: u32, c: &mut dyn Choices) -> u64 {
    let mask = u64::MAX >> (64 - bits);
    let near = c.below(5).wrapping_sub(2);
    let anchor = match c.below(4) {
        0 => 0,
        1 => 1 << (bits - 1),
        2 => u64::from(bits),
        _ => c.bits(),
    };
    anchor.wrapping_add(near) & mask
}

/// A significand: empty, full, one bit, a run, or anything.
fn pattern(bits: u32, c: &mut dyn Choices) -> u64 {
    let mask = (1_u64 << bits) - 1;
    let at = c.below(u64::from(bits));
    let body = match c.below(6) {
        0 => 0,
        1 => mask,
        2 => 1 << at,
        3 => (1 << at) - 1,
        4 => mask << at,
        _ => c.bits(),
    };
    (body ^ u64::from(chance(c, 1, 4))) & mask
}
