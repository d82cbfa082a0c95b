//! A format's numbers in the order of their magnitudes, so that a stretch of numbers is a span of codes.

use super::span::{Span, Values, joined};
use crate::cover::exact::Real;
use crate::cover::port::Port;

/// The magnitudes of a format whose codes stand in the order of their values.
#[derive(Debug)]
pub(crate) struct Line<'a> {
    port: &'a Port,
    /// Whether numbers below the smallest normal one count as 0.
    daz: bool,
}

impl<'a> Line<'a> {
    /// `None` of formats whose codes stand in no such order.
    pub(crate) fn of(port: &'a Port, daz: bool) -> Option<Self> {
        let f = &port.format;
        let ordered = port.is_fixed() || f.has_fields() && f.has_hidden_bit() || f.is_p3109();
        ordered.then(|| Self { port, daz: daz && !port.is_fixed() && f.subnormal })
    }

    /// The largest magnitude.
    fn most(&self, sign: bool) -> u64 {
        let f = &self.port.format;
        let ones = u64::MAX >> (64 - f.width);
        match (self.port.is_fixed(), sign) {
            (_, true) if !f.sign => 0,
            (true, true) => (ones >> 1) + 1,
            (true, false) => ones >> u32::from(f.sign),
            (false, _) => f.max_finite() >> f.pad,
        }
    }

    /// The codes of magnitudes from one to another one.
    fn codes(&self, sign: bool, (low, high): Span) -> Span {
        let f = &self.port.format;
        let ones = u64::MAX >> (64 - f.width);
        match self.port.is_fixed() {
            true if sign && low > 0 => (ones - high + 1, ones - low + 1),
            true => (low, high),
            false => {
                let minus = if sign { 1u64 << (f.width - 1) } else { 0 };
                (minus | low << f.pad, minus | high << f.pad | ((1 << f.pad) - 1))
            }
        }
    }

    /// The number of a magnitude; `None` for 0.
    fn real(&self, sign: bool, magnitude: u64) -> Option<Real> {
        let (code, _) = self.codes(sign, (magnitude, magnitude));
        let real = self.port.value(code).and_then(Real::of);
        real.filter(|real| !self.daz || real.exponent >= self.port.emin())
    }

    /// The codes of a sign whose numbers have this key, which must grow with the magnitude; beyond everything where a number has
    /// none.
    pub(crate) fn span(
        &self,
        sign: bool,
        key: impl Fn(&Real) -> Option<i128>,
        wanted: i128,
    ) -> Values {
        let first = |reaches: &dyn Fn(i128) -> bool| {
            let (mut low, mut high) = (1u128, u128::from(self.most(sign)) + 1);
            while low < high {
                let middle = low + (high - low) / 2;
                let number = self.real(sign, middle as u64);
                match number.is_some_and(|real| key(&real).is_none_or(reaches)) {
                    true => high = middle,
                    false => low = middle + 1,
                }
            }
            low
        };
        let (low, high) = (first(&|key| key >= wanted), first(&|key| key > wanted));
        let spans = (low < high).then(|| self.codes(sign, (low as u64, (high - 1) as u64)));
        Values::Spans(spans.into_iter().collect())
    }

    /// All codes that count as 0.
    pub(crate) fn zeros(&self) -> Values {
        let signs = if self.port.is_fixed() || !self.port.format.sign { 1 } else { 2 };
        let mut spans = Vec::new();
        for sign in [false, true].into_iter().take(signs) {
            let last = self.last_zero(sign);
            let zero = self.codes(sign, (0, 0)).0;
            let first = u64::from(self.port.value(zero).is_none());
            if first <= last {
                spans.push(self.codes(sign, (first, last)));
            }
        }
        Values::Spans(joined(spans))
    }

    /// The largest magnitude that counts as 0.
    fn last_zero(&self, sign: bool) -> u64 {
        let (mut low, mut high) = (1u128, u128::from(self.most(sign)) + 1);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.real(sign, middle as u64).is_some() {
                true => high = middle,
                false => low = middle + 1,
            }
        }
        (low - 1) as u64
    }
}
