//! How far the numbers of a block lie apart, and its scale.

use super::sides::{Sides, one};
use crate::cover::bins::ELEMENTS;
use crate::cover::cross::{Aim, Axis, Cross};
use crate::cover::own::scales::{SCALES, scale_at};
use crate::draw::rng::Rng;
use crate::registry::Plan;

const NEARER: &str = "numbers of the format lie no further apart";
const SCALE: &str = "no numbers of the format give this scale";

impl Sides {
    pub(super) fn spread(&self) -> Cross {
        let far = self.largest_exponent() - self.smallest() + 2;
        let mut values: Vec<String> = (0..=far).map(|d| d.to_string()).collect();
        values.extend([format!(">{far}"), "zero".to_owned()]);
        let zero = values.len() - 1;
        let (own, drawn) = (self.clone(), self.clone());
        let reach = self.from.emax() - self.least();
        Cross {
            name: "spread",
            bins: ELEMENTS,
            what: "how far each number's exponent lies below the largest of its block",
            axes: vec![self.elements(), Axis { name: "below", values }],
            hits: Box::new(move |view, hit| {
                let Some((numbers, largest)) = own.numbers(view.elements) else { return };
                for (i, number) in numbers.iter().enumerate() {
                    match number {
                        None => hit(&[i, zero]),
                        Some(real) => {
                            hit(&[i, (largest.exponent - real.exponent).min(far + 1) as usize]);
                        }
                    }
                }
            }),
            aims: Box::new(move |_, goal, rng| {
                let down = if goal[1] == zero { 1 } else { goal[1] as i64 };
                let room = (reach - down).max(0) as u64;
                let low = drawn.least() + rng.below(room + 1).min(room) as i64;
                let mut x = drawn.below(low, rng);
                x[drawn.other(goal[0], rng)] = drawn.any(low + down, rng);
                x[goal[0]] = match goal[1] == zero {
                    true => 0,
                    false => drawn.any(low, rng),
                };
                Some(Aim::Elements(x))
            }),
            never: Box::new(move |_, goal| {
                (goal[1] != zero && goal[1] as i64 > reach).then_some(NEARER)
            }),
        }
    }

    /// Scales that blocks of numbers, of zeros, with others get.
    pub(super) fn scale(&self, plan: &Plan) -> Cross {
        let run = |x: &[u64]| plan.run(x).out().first().map_or(0, |code| *code as i64);
        let all = |code: u64| run(&vec![code; self.len]);
        let least = all(self.code(&one(false, self.least())));
        let most = all(self.from.format.max_finite());
        let mut beside = vec![self.code(&one(false, 0)); self.len];
        let from = &self.from.palette;
        let other = (0..from.len()).find(|place| !from.is_finite(*place));
        beside[0] = other.map_or(0, |place| from.code(place, &mut Rng::new(2, 2)));
        let special = run(&beside) == 0xff;
        let (own, drawn) = (self.clone(), self.clone());
        let range = move |goal: usize| {
            let (low, high) = SCALES[goal].1;
            (low.max(least), high.min(most))
        };
        Cross {
            name: "scale",
            bins: ELEMENTS,
            what: "the scale of blocks of numbers, of zeros, and with what is no number",
            axes: vec![
                Axis::new("block", &["numbers", "zeros", "others"]),
                Axis::new("scale", &SCALES.map(|s| s.0)),
            ],
            hits: Box::new(move |view, hit| {
                let others = view.elements.iter().any(|code| own.number(*code).is_err());
                let block = match own.numbers(view.elements) {
                    _ if others => 2,
                    None => 1,
                    Some(_) => 0,
                };
                if let Some(code) = view.results.first() {
                    hit(&[block, scale_at(*code)]);
                }
            }),
            aims: Box::new(move |_, goal, rng| {
                let (low, high) = range(goal[1]);
                let code = low + rng.below((high - low).max(0) as u64 + 1) as i64;
                let own = code - 127 + drawn.largest_exponent() - rng.below(2) as i64;
                let exponent = own.clamp(drawn.least(), drawn.from.emax());
                let mut x = match goal[0] {
                    1 => vec![0; drawn.len],
                    _ if goal[1] == 0 && rng.one_in(2) => vec![0; drawn.len],
                    _ => drawn.below(exponent, rng),
                };
                let at = rng.below(drawn.len as u64) as usize;
                if goal[0] == 0 {
                    x[at] = drawn.any(exponent, rng);
                    x.iter_mut().for_each(|code| {
                        if own.abs() > 200 {
                            *code = 0;
                        }
                    });
                }
                if goal[0] == 2 {
                    let palette = &drawn.from.palette;
                    let others: Vec<_> =
                        (0..palette.len()).filter(|p| !palette.is_finite(*p)).collect();
                    x[at] = palette.code(others[rng.below(others.len() as u64) as usize], rng);
                }
                Some(Aim::Elements(x))
            }),
            never: Box::new(move |_, goal| {
                let (low, high) = range(goal[1]);
                let reached = match goal[0] {
                    0 => low <= high,
                    1 => goal[1] == 0,
                    _ if special => goal[1] == SCALES.len() - 1,
                    _ => low <= high || goal[1] == 0,
                };
                (!reached).then_some(SCALE)
            }),
        }
    }
}
