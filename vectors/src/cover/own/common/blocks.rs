//! The largest element, those below it, and zeros.

use super::rules::{Rules, elements};
use crate::cover::bins::ELEMENTS;
use crate::cover::cross::{Aim, Axis, Cross, always};

impl Rules {
    pub(super) fn spread(self) -> Cross {
        let far = self.far();
        let mut values: Vec<String> = (0..=far).map(|d| d.to_string()).collect();
        values.extend([format!(">{far}"), "zero".to_owned()]);
        let zero = values.len() - 1;
        Cross {
            name: "spread",
            bins: ELEMENTS,
            what: "how far each element's exponent lies below the largest of its block",
            axes: vec![elements(self.len), Axis { name: "below", values }],
            hits: Box::new(move |view, hit| {
                let Some(look) = self.look(view.elements).filter(|look| !look.infinite) else {
                    return;
                };
                for (i, code) in view.elements.iter().enumerate() {
                    match self.float.field(*code) {
                        0 => hit(&[i, zero]),
                        field => hit(&[i, (look.largest - field).min(far + 1) as usize]),
                    }
                }
            }),
            aims: Box::new(move |_, goal, rng| {
                let top = self.middle(rng);
                let mut x = self.below(top, rng);
                self.beside(&mut x, goal[0], top, rng);
                let field = if goal[1] == zero { 0 } else { top - goal[1] as i64 };
                let mantissa = rng.next() & self.float.ones() >> 1;
                x[goal[0]] = self.float.code(rng.one_in(2), field, mantissa);
                Some(Aim::Elements(x))
            }),
            never: always(),
        }
    }

    pub(super) fn carry(self) -> Cross {
        const HOW: [&str; 5] = [
            "no carry",
            "carries",
            "another carries",
            "infinite by its carry",
            "infinite without a carry",
        ];
        let raise = i64::from(self.raise);
        let infinite = move |field: i64| field + raise >= self.float.top;
        Cross {
            name: "carry",
            bins: ELEMENTS,
            what: "each element as the largest one, and what the carry of its rounding does",
            axes: vec![elements(self.len), Axis::sign("sign"), Axis::new("block", &HOW)],
            hits: Box::new(move |view, hit| {
                let Some(look) = self.look(view.elements) else { return };
                for (i, code) in view.elements.iter().enumerate() {
                    if self.float.field(*code) != look.largest {
                        continue;
                    }
                    let how = match (self.is_full(*code), infinite(look.largest), look.infinite) {
                        (_, true, _) => 4,
                        (true, _, true) => 3,
                        (false, _, true) => continue,
                        (true, ..) => 1,
                        _ => 2 * usize::from(look.carry),
                    };
                    hit(&[i, usize::from(self.float.sign(*code)), how]);
                }
            }),
            aims: Box::new(move |_, goal, rng| {
                let last = self.float.top - raise;
                let top = match goal[2] {
                    3 => last - 1,
                    4 => last + rng.below(raise as u64 + 1) as i64,
                    _ => self.middle(rng),
                };
                let mut x = self.below(top, rng);
                if goal[2] == 2 {
                    let other = (goal[0] + 1 + rng.below(self.len as u64 - 1) as usize) % self.len;
                    x[other] = self.float.code(rng.one_in(2), top, self.full() | rng.next());
                }
                let mantissa = match goal[2] {
                    0 | 2 => rng.next() & self.float.ones() >> 1,
                    _ => self.full() | rng.next(),
                };
                x[goal[0]] = self.float.code(goal[1] == 1, top, mantissa);
                Some(Aim::Elements(x))
            }),
            never: always(),
        }
    }

    pub(super) fn zeros(self) -> Cross {
        Cross {
            name: "zeros",
            bins: ELEMENTS,
            what: "zero elements, with a mantissa or without, in finite, infinite and empty blocks",
            axes: vec![
                elements(self.len),
                Axis::new("mantissa", &["zero", "not zero"]),
                Axis::new("block", &["finite", "infinite", "zeros"]),
            ],
            hits: Box::new(move |view, hit| {
                let block = match self.look(view.elements) {
                    None => 2,
                    Some(look) => usize::from(look.infinite),
                };
                for (i, code) in view.elements.iter().enumerate() {
                    if self.float.field(*code) == 0 {
                        hit(&[i, usize::from(*code & self.float.ones() != 0), block]);
                    }
                }
            }),
            aims: Box::new(move |_, goal, rng| {
                let top = match goal[2] {
                    0 => self.middle(rng),
                    1 => self.float.top,
                    _ => 0,
                };
                let mut x = match top {
                    0 => (0..self.len)
                        .map(|_| self.float.code(rng.one_in(2), 0, rng.next()))
                        .collect(),
                    _ => self.below(top, rng),
                };
                self.beside(&mut x, goal[0], top, rng);
                let mantissa =
                    if goal[1] == 0 { 0 } else { 1 + rng.below(self.float.ones().min(1 << 31)) };
                x[goal[0]] = self.float.code(rng.one_in(2), 0, mantissa);
                Some(Aim::Elements(x))
            }),
            never: always(),
        }
    }
}
