//! Exact sums of many terms, rounded once: what a quire that is wide enough gives (Posit standard of 2022, 5.11;
//! POSIT-D07).

use super::Posits;
use crate::sum::Exact;
use crate::{Env, Unrounded, Value};

impl Posits {
    /// The value of a posit; `None` of NaR.
    #[inline]
    pub(super) fn number(&self, code: u64) -> Option<Unrounded<u64>> {
        match self.format.decode(code) {
            Value::Finite(u) => Some(u),
            _ => None,
        }
    }

    /// The sum of all, rounded once; NaR where one is.
    ///
    /// ```
    /// use softfloat::posit::Posits;
    /// let p16 = Posits::new(16, 2)?;
    /// assert_eq!(p16.sum(&[0x4000, 0x4800, 0x4c00]), 0x5400); // 1 + 2 + 3
    /// // What one sum after the other would lose stays.
    /// assert_eq!(p16.sum(&[0x7fff, 0x4000, 0x8001]), 0x4000); // 2^56 + 1 - 2^56
    /// # Ok::<(), softfloat::format::PositError>(())
    /// ```
    #[must_use]
    pub fn sum(&self, x: &[u64]) -> u64 {
        self.total(|total| x.iter().try_for_each(|code| self.number(*code).map(|u| total.add(u))))
    }

    /// `start` and the products of x and y one by one, or with `minus` less them, rounded once; NaR where a posit is NaR.
    /// Products are as many as the shorter list has.
    ///
    /// ```
    /// use softfloat::posit::Posits;
    /// let p8 = Posits::new(8, 2)?;
    /// // 2^24 * 2^24 + 1 * 1 - 2^24 * 2^24
    /// let (x, y) = ([0x7f, 0x40, 0x81], [0x7f, 0x40, 0x7f]);
    /// assert_eq!(p8.products(&x, &y, false, 0), 0x40);
    /// # Ok::<(), softfloat::format::PositError>(())
    /// ```
    #[must_use]
    pub fn products(&self, x: &[u64], y: &[u64], minus: bool, start: u64) -> u64 {
        self.total(|total| {
            total.add(self.number(start)?);
            x.iter().zip(y).try_for_each(|(a, b)| {
                let a = self.number(*a)?;
                let a = Unrounded { sign: a.sign != minus, ..a };
                self.number(*b).map(|b| total.add_product(a, b))
            })
        })
    }

    fn total(&self, gather: impl FnOnce(&mut Exact) -> Option<()>) -> u64 {
        let mut total = Exact::new();
        match gather(&mut total) {
            Some(()) => self.rounded(&total),
            None => self.nar(),
        }
    }

    /// An exact sum as a posit.
    pub(super) fn rounded(&self, total: &Exact) -> u64 {
        self.format.round_pack(&Env::IEEE, total.unrounded::<u128>()).bits as u64
    }
}
