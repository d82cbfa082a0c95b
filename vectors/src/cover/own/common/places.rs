//! Elements about the places where they are rounded, become 0 or are extended.

use super::rules::{Rules, elements};
use crate::cover::bins::ELEMENTS;
use crate::cover::cross::{Aim, Axis, Cross, always};
use crate::cover::subject::EXTENDED;

impl Rules {
    /// Bits about the last place of an element.
    pub(super) fn rounding(self) -> Cross {
        let places: &[&str] = if self.extended { &["common", "extended"] } else { &["common"] };
        let axes = [Axis::new("place", places), Axis::sign("sign")];
        let bits = ["lsb", "guard", "sticky"].map(Axis::bit);
        Cross {
            name: "round",
            bins: ELEMENTS,
            what: "last place, guard and sticky bit of an element under the common exponent",
            axes: axes.into_iter().chain(bits).collect(),
            hits: Box::new(move |view, hit| {
                self.each(view.elements, |_, code, (extended, shift)| {
                    let significand = code & self.float.ones() | 1 << self.float.body;
                    let bit = |n: i64| if n < 64 { significand >> n & 1 } else { 0 };
                    let under = (1 << (shift - 1).min(63)) - 1;
                    hit(&[
                        usize::from(extended),
                        usize::from(self.float.sign(code)),
                        bit(shift) as usize,
                        bit(shift - 1) as usize,
                        usize::from(significand & under != 0),
                    ]);
                });
            }),
            aims: Box::new(move |_, goal, rng| {
                let at = rng.below(self.len as u64) as usize;
                let down = 1 + rng.below(4) as i64;
                let shift = down + 1 + i64::from(self.unkept());
                let under = (1 << (shift - 1)) - 1;
                let wanted = (goal[2] as u64) << shift | (goal[3] as u64) << (shift - 1);
                let sticky = if goal[4] == 0 { 0 } else { rng.next() & under | 1 };
                let mantissa = rng.next() >> (shift + 1) << (shift + 1) | wanted | sticky;
                let top = self.middle(rng);
                let mut x = self.below(top, rng);
                self.beside(&mut x, at, top, rng);
                let field = top - down - if goal[0] == 1 { EXTENDED } else { 0 };
                x[at] = self.float.code(goal[1] == 1, field, mantissa);
                Some(Aim::Elements(x))
            }),
            never: always(),
        }
    }

    pub(super) fn underflow(self) -> Cross {
        Cross {
            name: "underflow",
            bins: ELEMENTS,
            what: "elements that are smaller than the last place",
            axes: vec![
                elements(self.len),
                Axis::new("size", &["below half", "half", "above half", "1 to 2 places"]),
            ],
            hits: Box::new(move |view, hit| {
                let body = i64::from(self.float.body);
                self.each(view.elements, |i, code, (_, shift)| match shift - body {
                    2.. => hit(&[i, 0]),
                    1 => hit(&[i, 1 + usize::from(code & self.float.ones() != 0)]),
                    0 => hit(&[i, 3]),
                    _ => {}
                });
            }),
            aims: Box::new(move |_, goal, rng| {
                let shift =
                    i64::from(self.float.body) + [2 + rng.below(2) as i64, 1, 1, 0][goal[1]];
                let extended = if self.extended { EXTENDED } else { 0 };
                let top = self.middle(rng);
                let mut x = self.below(top, rng);
                self.beside(&mut x, goal[0], top, rng);
                let field = top - (shift - 1 - i64::from(self.unkept()) + extended);
                let mantissa = match goal[1] {
                    1 => 0,
                    2 => rng.next() | 1,
                    _ => rng.next(),
                };
                x[goal[0]] = self.float.code(rng.one_in(2), field, mantissa);
                Some(Aim::Elements(x))
            }),
            never: always(),
        }
    }

    /// Elements about the limit of the extended representation.
    pub(super) fn limit(self) -> Cross {
        const WHERE: [&str; 4] = ["above", "at it", "at it, carries", "below"];
        Cross {
            name: "extended",
            bins: ELEMENTS,
            what: "each element about the limit below which it is extended",
            axes: vec![elements(self.len), Axis::new("limit", &WHERE)],
            hits: Box::new(move |view, hit| {
                let Some(look) = self.look(view.elements).filter(|look| !look.infinite) else {
                    return;
                };
                for (i, code) in view.elements.iter().enumerate() {
                    let field = self.float.field(*code);
                    if field > 0 {
                        let place = match (look.base() - field - EXTENDED, self.is_full(*code)) {
                            (..0, _) => 0,
                            (0, full) => 1 + usize::from(full),
                            _ => 3,
                        };
                        hit(&[i, place]);
                    }
                }
            }),
            aims: Box::new(move |_, goal, rng| {
                let top = self.middle(rng);
                let mut x = self.below(top, rng);
                self.beside(&mut x, goal[0], top, rng);
                let down = [rng.below(EXTENDED as u64) as i64, EXTENDED, EXTENDED, EXTENDED + 1];
                let mantissa = match goal[1] {
                    2 => self.full() | rng.next(),
                    _ => rng.next() & self.float.ones() >> 1,
                };
                x[goal[0]] = self.float.code(rng.one_in(2), top - down[goal[1]], mantissa);
                Some(Aim::Elements(x))
            }),
            never: always(),
        }
    }
}
