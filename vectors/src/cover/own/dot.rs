//! The products of two MX blocks, summed with an addend (OCP MX 1.0, 6.1, 6.2): the edges of both scales,
//! the addend beside the sum of the products, what it cancels, and the bits about the place of rounding.

use super::rows::Rows;
use super::scales::{scale, scale_at, scale_axis, scale_point};
use crate::cover::bins::{self, Bins, UNROUNDED};
use crate::cover::cross::{ALIGN, Aim, Axis, Cross, View, always};
use crate::cover::edge::{self, Edge};
use crate::cover::exact::Real;
use crate::cover::ibm::classes;
use crate::cover::palette::Fine;
use crate::cover::port::Port;
use crate::cover::subject::Subject;
use crate::draw::rng::Rng;
use crate::registry::Group;
use softfloat::Rounding;
use std::sync::Arc;

pub(super) fn crosses(subject: &Subject) -> Vec<Cross> {
    if subject.group != Some(Group::Dot) {
        return Vec::new();
    }
    let dot = Dot::of(subject);
    let mut all = vec![
        scales(subject),
        dot.distance(),
        dot.cancellation(),
        dot.rounding(),
        dot.limits(subject),
    ];
    if subject.result.format == dot.z.format {
        all.extend(edge::of(&dot.edge(subject)));
    }
    all
}

/// Classes of results and sets of exceptions; they came later than the others, whose cases stay what they were.
pub(super) fn later(subject: &Subject) -> Vec<Cross> {
    if subject.group != Some(Group::Dot) {
        return Vec::new();
    }
    let (dot, own, drawn) = (Dot::of(subject), Dot::of(subject), Dot::of(subject));
    let results = Cross {
        aims: Box::new(move |subject, goal, rng| Some(own.alone(subject, goal[0], rng))),
        never: Box::new(|subject, goal| {
            let minus = subject.result.palette.at(goal[0]) == (true, Fine::Zero);
            let zeros = |at: usize| subject.operands[at].format.neg_zero;
            let odd = subject.env.rounding == Rounding::ToOdd && !zeros(1) && !zeros(3);
            if minus && odd {
                return Some("elements have no negative zero, and to odd no number becomes 0");
            }
            classes::never_result(subject, goal[0])
        }),
        ..classes::results(subject)
    };
    let flags = classes::flags(subject).map(|flags| Cross {
        aims: Box::new(move |subject, _, rng| drawn.exceptional(subject, rng)),
        ..flags
    });
    let rows = dot.rows();
    [Some(results), flags, rows.grow(), Some(rows.places())].into_iter().flatten().collect()
}

/// How many exponents on each side of a limit.
const NEAR: i64 = 2;

/// The scales of both blocks.
fn scales(subject: &Subject) -> Cross {
    let len = subject.plan.operands[1].len;
    let points = [0, 1 + len].map(|at| scale_point(bins::argument(&subject.plan, at)));
    Cross {
        name: "scale",
        bins: Bins::Said(points.to_vec()),
        what: "the edges of both scales",
        axes: vec![scale_axis("x"), scale_axis("y")],
        hits: Box::new(|view, hit| {
            let len = view.subject.plan.operands[1].len;
            hit(&[scale_at(view.elements[0]), scale_at(view.elements[1 + len])]);
        }),
        aims: Box::new(|subject, goal, rng| {
            let dot = Dot::of(subject);
            let mut x = dot.products(&[], [goal[0], goal[1]].map(|at| scale(at, rng)));
            let z = &subject.operands[4].palette;
            x[2 * dot.len + 2] = z.code(rng.below(z.len() as u64) as usize, rng);
            Some(Aim::Elements(x))
        }),
        never: always(),
    }
}

/// The sum of products of two blocks, and an addend.
#[derive(Clone)]
struct Dot {
    len: usize,
    x: Port,
    y: Port,
    z: Port,
}

/// The sum of the products, the addend, and both together; 0 is `None`.
struct Sums {
    products: Option<Real>,
    addend: Option<Real>,
    all: Option<Real>,
}

impl Dot {
    fn of(subject: &Subject) -> Self {
        let [_, x, _, y, z] = &subject.operands[..] else { unreachable!("five operands") };
        Self { len: subject.plan.operands[1].len, x: x.clone(), y: y.clone(), z: z.clone() }
    }

    /// The parts of a case; `None` where an operand is no number.
    fn sums(&self, view: &View<'_>) -> Option<Sums> {
        let (x, y) = view.elements.split_at(1 + self.len);
        let number = |port: &Port, code: u64| port.value(code).map(Real::of);
        let scales = [x[0], y[0]].map(|code| code as i64);
        if scales.contains(&255) {
            return None;
        }
        let by = scales[0] + scales[1] - 254;
        let mut terms = Vec::with_capacity(self.len);
        for (x, y) in x[1..].iter().zip(&y[1..=self.len]) {
            let (x, y) = (number(&self.x, *x)?, number(&self.y, *y)?);
            terms.extend(x.zip(y).map(|(x, y)| x.times(&y).scaled(by)));
        }
        let addend = number(&self.z, y[1 + self.len])?;
        let addend = addend.filter(|z| !view.subject.env.daz || z.exponent >= self.z.emin());
        let products = Real::total(terms.iter());
        let all = Real::total(products.iter().chain(&addend));
        Some(Sums { products, addend, all })
    }

    /// Exponents of a port's powers of two, the smallest and the largest.
    fn powers(port: &Port) -> [i64; 2] {
        let (least, most) = port.format.exponents();
        [least.into(), most.into()]
    }

    /// Exponents of products of powers of two, the smallest and the largest.
    fn reach(&self) -> [i64; 2] {
        let (x, y) = (Self::powers(&self.x), Self::powers(&self.y));
        [x[0] + y[0], x[1] + y[1]]
    }

    /// A case of these products in the first places, so far below the largest power of two, 0 elsewhere,
    /// and these scales.
    fn products(&self, products: &[(i64, bool)], scales: [u64; 2]) -> Vec<u64> {
        let mut x = vec![0; 2 * self.len + 3];
        (x[0], x[1 + self.len]) = (scales[0], scales[1]);
        for (i, (below, sign)) in products.iter().enumerate() {
            let code = |port: &Port, below: i64, sign| {
                let exponent = Self::powers(port)[1] - below;
                port.toward_zero(
                    Real { sign, exponent, significand: 1 << 127, more: false }.value(),
                )
            };
            let [low, high] = Self::powers(&self.x);
            let own = (*below).min(high - low);
            x[1 + i] = code(&self.x, own, *sign);
            x[2 + self.len + i] = code(&self.y, below - own, false);
        }
        x
    }

    /// Scales under which products of the largest powers have this exponent.
    fn scaled(&self, exponent: i64, rng: &mut Rng) -> Option<[u64; 2]> {
        let both = exponent - self.reach()[1] + 254;
        let (low, high) = ((both - 254).max(0), both.min(254));
        let own = low + rng.below(u64::try_from(high - low + 1).ok()?) as i64;
        Some([own as u64, (both - own) as u64])
    }

    /// A case whose products are moved to other places.
    fn turned(&self, mut x: Vec<u64>, rng: &mut Rng) -> Aim {
        let by = rng.below(self.len as u64) as usize;
        x[1..=self.len].rotate_right(by);
        x[2 + self.len..2 + 2 * self.len].rotate_right(by);
        Aim::Elements(x)
    }

    fn distance(&self) -> Cross {
        let far = self.z.precision() + 4;
        let (own, drawn) = (self.clone(), self.clone());
        Cross {
            name: ALIGN,
            bins: UNROUNDED,
            what: "how far the addend's exponent lies above that of the products' sum",
            axes: vec![Axis::sign("effective"), Axis::range("above", -far, far)],
            hits: Box::new(move |view, hit| {
                let Some(Sums { products: Some(sum), addend: Some(z), .. }) = own.sums(view) else {
                    return;
                };
                let above = (z.exponent - sum.exponent).clamp(-far, far) + far;
                hit(&[usize::from(sum.sign != z.sign), above as usize]);
            }),
            aims: Box::new(move |_, goal, rng| {
                let above = goal[1] as i64 - far;
                let (exponent, sign) = (rng.around(20), rng.one_in(2));
                let product = (0, sign != (goal[0] == 1));
                let mut x = drawn.products(&[product], drawn.scaled(exponent - above, rng)?);
                x[2 * drawn.len + 2] = drawn.addend(sign, exponent, rng.next());
                Some(drawn.turned(x, rng))
            }),
            never: always(),
        }
    }

    /// The elements of both blocks.
    fn rows(&self) -> Rows {
        let (own, drawn) = (self.clone(), self.clone());
        Rows {
            len: self.len,
            ports: [self.x.clone(), self.y.clone()],
            at: [1, 2 + self.len],
            scene: Arc::new(move |view| own.sums(view).map(|sums| sums.addend.is_none())),
            zeros: self.products(&[], [127, 127]),
            turned: Arc::new(move |x, rng| drawn.turned(x, rng)),
        }
    }

    /// A case of which the addend alone, of this class, is no zero; zeros have its sign.
    fn alone(&self, subject: &Subject, class: usize, rng: &mut Rng) -> Aim {
        let code = subject.result.palette.code(class, rng);
        let mut x = self.products(&[], [127, 127]);
        if subject.result.value(code).is_some_and(|value| value.sign) && self.x.format.neg_zero {
            x[1..=self.len].fill(1 << (self.x.format.width - 1));
        }
        x[2 * self.len + 2] = code;
        let zero = subject.result.value(code).is_some_and(|value| Real::of(value).is_none());
        if zero && rng.one_in(2) {
            // A negative number far below the smallest result is a zero with its sign.
            let [least, most] = self.reach();
            x = self.products(&[(most - least, code != 0)], [0, 0]);
        }
        Aim::Elements(x)
    }

    /// A case beyond an end of the range, exactly or not, or with a signalling NaN or an infinity.
    fn exceptional(&self, subject: &Subject, rng: &mut Rng) -> Option<Aim> {
        let to = &subject.result;
        let sign = rng.one_in(2);
        let exponent = match rng.below(4) {
            0 => to.emax() + 1 + rng.below(4) as i64,
            1 => to.emin() - 1 - rng.below(to.precision() as u64 + 4) as i64,
            2 => rng.around(20),
            _ => return Some(Aim::Any),
        };
        let further = rng.below(to.precision() as u64 + 2) as i64;
        let products = [(0, sign), (further, rng.one_in(2))];
        let products = &products[..1 + rng.below(2) as usize];
        let mut x = self.products(products, self.scaled(exponent, rng)?);
        let z = &subject.operands[4].palette;
        if rng.one_in(2) {
            x[2 * self.len + 2] = z.code(rng.below(z.len() as u64) as usize, rng);
        }
        Some(self.turned(x, rng))
    }

    /// An addend of this exponent.
    fn addend(&self, sign: bool, exponent: i64, tail: u64) -> u64 {
        let significand = 1 << 127 | u128::from(tail) << 63;
        self.z.toward_zero(Real { sign, exponent, significand, more: false }.value())
    }

    /// A number at an end of the range as the addend, and what is less or more as products of powers of two.
    fn edge(&self, subject: &Subject) -> Edge {
        let (own, drawn, result) = (self.clone(), self.clone(), subject.result.clone());
        Edge {
            port: subject.result.clone(),
            rounding: subject.env.rounding,
            tail: 1,
            exact: Arc::new(move |view, tell| {
                own.sums(view).and_then(|sums| sums.all).iter().for_each(tell);
            }),
            aims: Arc::new(move |_, real, rng| {
                let (end, parts) = edge::parts(&result, real);
                let top = parts.first().map_or(0, |part| part.exponent);
                let products: Vec<(i64, bool)> =
                    parts.iter().map(|part| (top - part.exponent, part.sign)).collect();
                let mut x = drawn.products(&products, drawn.scaled(top, rng)?);
                x[2 * drawn.len + 2] = drawn.z.toward_zero(end.value());
                Some(drawn.turned(x, rng))
            }),
            never: Arc::new(|_, _, _| None),
        }
    }

    /// Exact sums about the largest number.
    fn limits(&self, subject: &Subject) -> Cross {
        let (own, drawn, emax) = (self.clone(), self.clone(), subject.result.emax());
        Cross {
            name: "limits",
            bins: UNROUNDED,
            what: "how far the exact sum's exponent lies above that of the largest number",
            axes: vec![Axis::sign("sign"), Axis::range("above", -NEAR, NEAR)],
            hits: Box::new(move |view, hit| {
                let Some(all) = own.sums(view).and_then(|sums| sums.all) else { return };
                let above = all.exponent - emax;
                if above.abs() <= NEAR {
                    hit(&[usize::from(all.sign), (above + NEAR) as usize]);
                }
            }),
            aims: Box::new(move |_, goal, rng| {
                let (exponent, sign) = (emax + goal[1] as i64 - NEAR, goal[0] == 1);
                let mut x = drawn.products(&[(0, sign)], drawn.scaled(exponent, rng)?);
                x[2 * drawn.len + 2] = drawn.addend(sign, rng.around(20), rng.next());
                Some(drawn.turned(x, rng))
            }),
            never: always(),
        }
    }

    fn cancellation(&self) -> Cross {
        let p = self.z.precision();
        let mut values: Vec<String> = (-1..=p).map(|k| k.to_string()).collect();
        values.push("all".to_owned());
        let (own, drawn) = (self.clone(), self.clone());
        Cross {
            name: "cancel",
            bins: UNROUNDED,
            what: "leading bits that the addend cancels",
            axes: vec![Axis::sign("addend"), Axis { name: "bits", values }],
            hits: Box::new(move |view, hit| {
                let Some(Sums { products: Some(sum), addend: Some(z), all }) = own.sums(view)
                else {
                    return;
                };
                let bits = match all {
                    Some(all) => sum.exponent.max(z.exponent) - all.exponent,
                    None => p + 1,
                };
                if bits >= -1 && (bits <= p || all.is_none()) {
                    hit(&[usize::from(z.sign), (bits + 1) as usize]);
                }
            }),
            aims: Box::new(move |_, goal, rng| {
                let (bits, sign, exponent) = (goal[1] as i64 - 1, goal[0] == 1, rng.around(20));
                let product = (0, (goal[1] > 1) != sign);
                let mut x = drawn.products(&[product], drawn.scaled(exponent, rng)?);
                let ones = |k: i64| u128::MAX >> (128 - k) << (128 - k);
                let (exponent, significand) = match bits {
                    -1 => (exponent, 1 << 127),
                    0 => (exponent - 1, 1 << 127),
                    k if k == p + 1 => (exponent, 1 << 127),
                    k => (exponent - 1, ones(k)),
                };
                let z = Real { sign, exponent, significand, more: false };
                x[2 * drawn.len + 2] = drawn.z.toward_zero(z.value());
                Some(drawn.turned(x, rng))
            }),
            never: always(),
        }
    }

    fn rounding(&self) -> Cross {
        let axes = [Axis::new("range", &["subnormal", "normal"]), Axis::sign("sign")];
        let (own, drawn) = (self.clone(), self.clone());
        Cross {
            name: "round",
            bins: UNROUNDED,
            what: "last place, guard and sticky bit of the exact sum",
            axes: axes.into_iter().chain(["lsb", "guard", "sticky"].map(Axis::bit)).collect(),
            hits: Box::new(move |view, hit| {
                let Some(all) = own.sums(view).and_then(|sums| sums.all) else { return };
                let to = &view.subject.result;
                let cut = all.cut(to.last(all.exponent));
                let bits = [cut.lsb, cut.guard, cut.sticky].map(usize::from);
                let range = usize::from(all.exponent >= to.emin());
                hit(&[range, usize::from(all.sign), bits[0], bits[1], bits[2]]);
            }),
            aims: Box::new(move |subject, goal, rng| {
                let (to, sign) = (&subject.result, goal[1] == 1);
                let exponent = match goal[0] {
                    0 => to.emin() - 1 - rng.below(to.precision() as u64 - 2) as i64,
                    _ => rng.around(20),
                };
                let last = to.last(exponent);
                let kept = exponent - last + 1;
                let random = u128::from(rng.next()) << 64;
                let significand = match kept {
                    2.. => 1 << 127 | random >> (129 - kept) << (129 - kept),
                    _ => 1 << 127,
                };
                // The addend has the leading bits; where it is read as 0, products have the others alone.
                let alone = goal[0] == 0 && subject.env.daz;
                let lsb = (goal[2] as u128) << (128 - kept);
                let z = Real { sign, exponent, significand: significand | lsb, more: false };
                let [low, high] = drawn.reach();
                let further = 2 + rng.below((high - low - 1) as u64) as i64;
                let mut products = vec![(0, sign); if alone { 2 - goal[2] } else { 0 }];
                products.extend((goal[3] == 1).then_some((1, sign)));
                products.extend((goal[4] == 1).then_some((further, sign)));
                let mut x = drawn.products(&products, drawn.scaled(last, rng)?);
                if !alone {
                    x[2 * drawn.len + 2] = drawn.z.toward_zero(z.value());
                }
                Some(drawn.turned(x, rng))
            }),
            never: always(),
        }
    }
}
