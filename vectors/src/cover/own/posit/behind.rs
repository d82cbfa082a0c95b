//! One bit alone behind the guard bit of a posit, far or near: without it there is a tie, and the even posit is the other one.

use super::aim::aim;
use super::regime::few;
use super::{Cross, Posit, Real, Subject};
use crate::cover::bins::UNROUNDED;
use crate::cover::cross::{Aim, Axis};
use crate::cover::never;
use crate::registry::Arithmetic;

/// The cross, where such a bit can stand somewhere; `longest` bits behind the kept ones are always within reach of a product.
pub(super) fn cross(subject: &Subject, posit: Posit, longest: i64) -> Option<Cross> {
    let product = subject.is_product() || subject.terms.is_some_and(|terms| terms.product);
    let most = if product { longest - 1 } else { posit.beside_one() };
    let (first, last) = posit.regimes();
    let cross = move || Cross {
        name: "sticky",
        bins: UNROUNDED,
        what: "the only bit that is set behind a guard bit that is set and a last bit that is not, counted from there",
        axes: vec![Axis::sign("sign"), Axis::range("bit", 1, most)],
        hits: Box::new(move |view, hit| {
            let Some(real) = &view.scene.exact else { return };
            let Some(look) = posit.look(real).filter(|look| look.guard && !look.lsb) else {
                return;
            };
            let behind = look.extra.map_or(0, |extra| extra << 1);
            if behind.is_power_of_two() {
                hit(&[usize::from(real.sign), behind.leading_zeros() as usize]);
            }
        }),
        aims: Box::new(move |subject, goal, rng| {
            let (minus, place) = (goal[0] == 1, goal[1] as i64 + 1);
            if rng.one_in(3)
                && let Some(aim) = posit.one_and_tail(subject, minus, place)
            {
                return Some(aim);
            }
            let len = place + 1;
            // Where numbers are short, so that the bit is not too far below the leading one.
            let fits = |regime: &i64| posit.kept(*regime) - i64::from(posit.es) + len <= longest;
            let short: Vec<i64> = (first..=last).filter(fits).collect();
            let regime = match short.is_empty() || rng.one_in(3) {
                true => first + rng.below((last - first + 1) as u64) as i64,
                false => short[rng.below(short.len() as u64) as usize],
            };
            let kept = posit.kept(regime);
            let bits = (few(kept, rng) & !1) << len | 1 << (len - 1) | 1;
            Some(aim(subject, posit.number(minus, regime, bits, kept + len), rng))
        }),
        never: Box::new(|subject, goal| never::sign(subject, goal[0] == 1)),
    };
    (most > 0).then(cross)
}

impl Posit {
    /// The exponent of the guard bit of 1.
    fn guard_of_one(self) -> i64 {
        -(self.kept(0) - i64::from(self.es)) - 1
    }

    /// The bits behind the leading one of a posit that has the place of 1's guard bit: how far behind that a second term has one.
    fn beside_one(self) -> i64 {
        self.kept(self.guard_of_one() >> self.es) - i64::from(self.es)
    }

    /// 1, and its guard bit with a bit so many places behind it, as the terms of a sum.
    fn one_and_tail(self, subject: &Subject, minus: bool, place: i64) -> Option<Aim> {
        let port = subject.operands.first()?;
        let code = |sign, exponent, significand| {
            port.toward_zero(Real { sign, exponent, significand, more: false }.value())
        };
        let lead = 1 << 127;
        let one = |turned: bool| code(minus != turned, 0, lead);
        let tail = |turned: bool| code(minus != turned, self.guard_of_one(), lead | lead >> place);
        Some(Aim::Operands(match subject.arithmetic? {
            Arithmetic::Sum { minus } => [one(false), tail(minus), 0],
            Arithmetic::Fused { minus_product, minus_addend, .. } => {
                [one(minus_product), code(false, 0, lead), tail(minus_addend)]
            }
            _ => return None,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::port::Port;
    use softfloat::Format;

    #[test]
    fn places_behind_the_guard_bit_of_one() {
        for (width, es, most) in [(8, 2, 3), (16, 2, 9), (8, 0, 0), (32, 2, 21)] {
            let port = Port::of(&Format::posit(width, es).expect("a format"));
            assert_eq!(Posit::of(&port).expect("posits").beside_one(), most, "{width} {es}");
        }
    }
}
