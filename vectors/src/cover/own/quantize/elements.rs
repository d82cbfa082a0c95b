//! What becomes of the largest number, of each element, and of the bits about the place of rounding.

use super::sides::{Sides, one};
use crate::cover::bins::ELEMENTS;
use crate::cover::cross::{Aim, Axis, Cross, View};
use crate::cover::edge::Edge;
use crate::cover::exact::Real;
use crate::cover::subject::Subject;
use crate::draw::code::Value;
use crate::draw::rng::Rng;
use crate::registry::Plan;
use std::sync::Arc;

const RULE: &str =
    "the rule of the scale allows it for no significand (all leading bits were tried)";
const RESULT: &str =
    "no number becomes such an element (all leading bits of the largest were tried)";

impl Sides {
    /// The largest number beside its scale: whether the rule raised it, and how it compares with the
    /// largest element.
    fn compared(&self, view: &View<'_>) -> Option<[usize; 3]> {
        let (_, largest) = self.numbers(view.elements)?;
        let scale = *view.results.first()? as i64 - 127;
        let floor = largest.exponent - self.largest_exponent();
        let raised = usize::try_from(scale - floor).ok().filter(|raised| *raised < 2)?;
        // Clamped scales are a cross of their own.
        if scale <= -127 || scale >= 127 {
            return None;
        }
        let most = Real::of(self.to.value(self.to.format.max_finite())?)?;
        let own = (largest.exponent - scale, largest.significand);
        let place = own.cmp(&(most.exponent, most.significand)) as i8 + 1;
        Some([raised, place as usize, usize::from(largest.sign)])
    }

    /// Blocks whose largest number has these leading bits, all that the elements can tell apart.
    fn leading(&self) -> impl Iterator<Item = Vec<u64>> + '_ {
        let bits = (self.to.precision() + 3).min(self.from.precision()) as u32;
        // In the middle, and where a scale that is raised is clamped.
        let exponents = [(self.from.emax() - 4).min(4), self.from.emax()];
        let heads = move |exponent| (0..1u128 << (bits - 1)).map(move |head| (exponent, head));
        exponents.into_iter().flat_map(heads).flat_map(move |(exponent, head)| {
            let significand = (1 << (bits - 1) | head) << (128 - bits);
            // Exactly these bits, and a little more.
            [0, self.last_bit()].into_iter().flat_map(move |tail| {
                [false, true].map(|sign| {
                    let real = Real { significand: significand | tail, ..one(sign, exponent) };
                    vec![self.code(&real); self.len]
                })
            })
        })
    }

    /// The last bit of a significand.
    fn last_bit(&self) -> u128 {
        1 << (128 - self.from.precision())
    }

    pub(super) fn largest(&self, plan: &Plan) -> Cross {
        const PLACES: [&str; 3] = ["below the largest element", "equal to it", "beyond it"];
        let subject = Subject::of(plan);
        let mut reached = [[[false; 2]; 3]; 2];
        for x in self.leading() {
            let outcome = plan.run(&x);
            let scene = subject.scene(&x, 0, 0, 0);
            let view =
                View { subject: &subject, scene: &scene, elements: &x, results: outcome.out() };
            if let Some([raised, place, sign]) = self.compared(&view) {
                reached[raised][place][sign] = true;
            }
        }
        let (own, drawn) = (self.clone(), self.clone());
        Cross {
            name: "largest",
            bins: ELEMENTS,
            what: "the block's largest number: the rule of the scale, and the largest element",
            axes: vec![
                Axis::new("scale", &["floor", "raised"]),
                Axis::new("number", &PLACES),
                Axis::sign("sign"),
            ],
            hits: Box::new(move |view, hit| {
                if let Some(goal) = own.compared(view) {
                    hit(&goal);
                }
            }),
            aims: Box::new(move |_, goal, rng| {
                let exponent = rng.around(6).min(drawn.from.emax() - 2);
                let mut x = drawn.below(exponent - 1, rng);
                let most = Real::of(drawn.to.value(drawn.to.format.max_finite())?)?;
                let tail = match goal[1] {
                    1 => 0,
                    _ => u128::from(rng.next()) << 64 >> rng.below(9),
                };
                let significand = match rng.below(3) {
                    0 if goal[1] > 0 => most.significand | tail >> 8,
                    _ if goal[1] == 1 => most.significand,
                    _ => 1 << 127 | tail,
                };
                let real = Real { significand, ..one(goal[2] == 1, exponent) };
                x[rng.below(drawn.len as u64) as usize] = drawn.code(&real);
                Some(Aim::Elements(x))
            }),
            never: Box::new(move |_, goal| (!reached[goal[0]][goal[1]][goal[2]]).then_some(RULE)),
        }
    }

    /// What becomes of each element.
    pub(super) fn outcomes(&self, plan: &Plan) -> Cross {
        let palette = &self.to.palette;
        let mut reached = vec![false; palette.len()];
        let mut see = |x: &[u64]| {
            for code in plan.run(x).out().iter().skip(1) {
                reached[palette.class(*code)] = true;
            }
        };
        self.leading().for_each(|x| see(&x));
        // Beside a power of two, which no rule raises, smaller elements stay what they are.
        let top = self.largest_exponent();
        for code in 0..1u64 << self.to.format.width {
            let value = self.to.value(code).map(Real::of);
            let fits = |real: &Real| real.exponent < top;
            let codes = match value {
                Some(Some(real)) if fits(&real) => vec![self.code(&real)],
                Some(None) => vec![0, 1 << (self.from.format.width - 1)],
                _ => continue,
            };
            for code in codes {
                let mut x = vec![code; self.len];
                x[0] = self.code(&one(false, top));
                see(&x);
            }
        }
        let from = &self.from.palette;
        let mut rng = Rng::new(1, 1);
        for place in (0..from.len()).filter(|place| !from.is_finite(*place)) {
            let mut x = vec![from.code(place, &mut rng); self.len];
            x[0] = self.code(&one(false, top));
            see(&x);
        }
        let (own, drawn) = (self.clone(), self.clone());
        Cross {
            name: "elements",
            bins: ELEMENTS,
            what: "the class of each element",
            axes: vec![self.elements(), Axis { name: "class", values: palette.names() }],
            hits: Box::new(move |view, hit| {
                for (i, code) in view.results.iter().skip(1).enumerate() {
                    hit(&[i, own.to.palette.class(*code)]);
                }
            }),
            aims: Box::new(move |_, goal, rng| Some(drawn.element(goal[0], goal[1], rng))),
            never: Box::new(move |_, goal| (!reached[goal[1]]).then_some(RESULT)),
        }
    }

    /// A block one of whose elements becomes one of a class.
    fn element(&self, at: usize, class: usize, rng: &mut Rng) -> Aim {
        let palette = &self.to.palette;
        let code = palette.code(class, rng);
        let top = self.largest_exponent();
        let mut x = self.below(top - 1, rng);
        match self.to.value(code).map(Real::of) {
            Some(Some(real)) if real.exponent < top => {
                x[self.other(at, rng)] = self.code(&one(rng.one_in(2), top));
                x[at] = self.code(&real);
            }
            Some(Some(real)) => {
                // The largest itself, or a little less or more; or where the scale is clamped.
                let up = if rng.one_in(3) { self.from.emax() - top } else { 0 };
                let real = real.scaled(up);
                let near = Real { significand: real.significand | self.last_bit(), ..real };
                let near = self.code(&near);
                x[at] = match rng.below(5) {
                    0 => self.code(&real),
                    1 => near,
                    2 => near - 2,
                    3 => self.from.format.max_finite(),
                    _ => self.any(top + up, rng),
                };
                if self.from.value(x[at]).is_some_and(|v| v.sign != real.sign) {
                    x[at] ^= 1 << (self.from.format.width - 1);
                }
            }
            Some(None) => {
                x[self.other(at, rng)] = self.code(&one(rng.one_in(2), top));
                x[at] = code >> (self.to.format.width - 1) << (self.from.format.width - 1);
            }
            None if rng.one_in(2) => {
                // Beyond the largest element.
                let real = one(palette.at(class).0, top);
                x[at] = self.code(&Real { significand: u128::MAX, ..real });
            }
            None => {
                let from = &self.from.palette;
                let others: Vec<_> = (0..from.len()).filter(|p| !from.is_finite(*p)).collect();
                x[self.other(at, rng)] = self.code(&one(rng.one_in(2), top));
                x[at] = from.code(others[rng.below(others.len() as u64) as usize], rng);
            }
        }
        Aim::Elements(x)
    }

    /// Whether the rule of the scale makes a block's largest number smaller than it is beside the scale 1.
    fn raises(&self, plan: &Plan, real: &Real) -> bool {
        let mut x = vec![0; self.len];
        x[0] = self.code(real);
        let held = self.number(x[0]).ok().flatten();
        held.is_none_or(|held| held.exponent != real.exponent)
            || plan.run(&x).out().first().is_none_or(|scale| *scale != 127)
    }

    /// Elements at the ends of the range, beside others that are exact.
    pub(super) fn edge(&self, subject: &Subject) -> Edge {
        let (own, drawn, ruled) = (self.clone(), self.clone(), self.clone());
        Edge {
            port: self.to.clone(),
            rounding: subject.env.rounding,
            tail: 8,
            exact: Arc::new(move |view, tell| {
                let Some((numbers, _)) = own.numbers(view.elements) else { return };
                let Some(scale) = view.results.first().map(|code| *code as i64 - 127) else {
                    return;
                };
                let scaled = || numbers.iter().flatten().map(|real| real.scaled(-scale));
                let is_exact = |real: &Real| {
                    let cut = real.cut(own.to.last(real.exponent));
                    !cut.guard && !cut.sticky
                };
                let inexact = scaled().filter(|real| !is_exact(real)).count();
                let alone = |real: &Real| inexact == usize::from(!is_exact(real));
                scaled().filter(alone).for_each(|real| tell(&real));
            }),
            aims: Arc::new(move |_, real, rng| {
                let mut x = vec![0; drawn.len];
                let place = rng.below(drawn.len as u64) as usize;
                x[drawn.other(place, rng)] =
                    drawn.code(&one(rng.one_in(2), drawn.largest_exponent()));
                x[place] = drawn.code(real);
                Some(Aim::Elements(x))
            }),
            never: Arc::new(move |subject, minus, near| {
                let significand = 2 * near.quarters + u128::from(near.more);
                let exponent = near.last - 1;
                let real = Real::of(Value { sign: minus, exponent, significand })?;
                (real.exponent >= ruled.largest_exponent() && ruled.raises(&subject.plan, &real))
                    .then_some(RULE)
            }),
        }
    }

    /// Bits about the last place of an element.
    pub(super) fn rounding(&self) -> Cross {
        let fixed = self.to.is_fixed();
        let one_place = !fixed && self.to.precision() == 2;
        let ranges: &[&str] = if fixed { &["element"] } else { &["subnormal", "normal"] };
        let axes = [Axis::new("range", ranges), Axis::sign("sign")];
        let (own, drawn) = (self.clone(), self.clone());
        Cross {
            name: "round",
            bins: ELEMENTS,
            what: "last place, guard and sticky bit of an element beside its scale",
            axes: axes.into_iter().chain(["lsb", "guard", "sticky"].map(Axis::bit)).collect(),
            hits: Box::new(move |view, hit| {
                let Some((numbers, _)) = own.numbers(view.elements) else { return };
                let Some(scale) = view.results.first().map(|code| *code as i64 - 127) else {
                    return;
                };
                for real in numbers.iter().flatten() {
                    let real = real.scaled(-scale);
                    let cut = real.cut(own.to.last(real.exponent));
                    let range = usize::from(!fixed && real.exponent >= own.to.emin());
                    let bits = [cut.lsb, cut.guard, cut.sticky].map(usize::from);
                    hit(&[range, usize::from(real.sign), bits[0], bits[1], bits[2]]);
                }
            }),
            aims: Box::new(move |_, goal, rng| {
                let (top, to) = (drawn.largest_exponent(), &drawn.to);
                let exponent = match (fixed, goal[0]) {
                    (true, _) => top - 1 - rng.below((to.precision() - 2).max(1) as u64) as i64,
                    (_, 0) => to.emin() - 1 - rng.below(to.precision() as u64) as i64,
                    _ => to.emin() + rng.below((top - to.emin()).max(1) as u64) as i64,
                };
                let last = to.last(exponent);
                // Places from the leading bit down to the last one, then the others.
                let kept = exponent - last + 1;
                let random = u128::from(rng.next()) << 64 | u128::from(rng.next());
                let at = |n: i64| if (1..=127).contains(&n) { 1u128 << (128 - n) } else { 0 };
                let head = match kept {
                    2.. => 1 << 127 | random >> (129 - kept) << (129 - kept),
                    _ => 0,
                };
                // Bits behind the head: the place, and whether it is set.
                let behind =
                    [(at(kept), goal[2]), (at(kept + 1), goal[3]), (drawn.last_bit(), goal[4])];
                let bits = behind.iter().fold(head, |bits, (bit, set)| bits | (bit * *set as u128));
                let real = Real::of(Value {
                    sign: goal[1] == 1,
                    exponent: exponent - 127,
                    significand: bits,
                })?;
                let mut x = drawn.below(top - 1, rng);
                let place = rng.below(drawn.len as u64) as usize;
                x[drawn.other(place, rng)] = drawn.code(&one(rng.one_in(2), top));
                x[place] = drawn.code(&real);
                Some(Aim::Elements(x))
            }),
            never: Box::new(move |_, goal| {
                (one_place && goal[0] == 0 && goal[2..] == [0; 3])
                    .then_some("a subnormal number of one place is not 0")
            }),
        }
    }
}
