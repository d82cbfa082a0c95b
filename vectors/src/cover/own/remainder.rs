//! Remainders: how far the operands' exponents lie apart, where the quotient lies between two integers, and
//! operands and results that are subnormal. Nothing is rounded.

use crate::cover::bins::UNROUNDED;
use crate::cover::cross::{Aim, Axis, Cross, always};
use crate::cover::exact::Real;
use crate::cover::port::Port;
use crate::cover::subject::Subject;
use crate::draw::code::Value;
use crate::draw::rng::Rng;
use crate::registry::Reduction;

#[derive(Clone)]
struct Division {
    nearest: bool,
    port: Port,
    /// The smallest exponent of a number.
    least: i64,
}

/// A quotient between two integers.
struct Between {
    /// Whether the lower integer is odd.
    odd: bool,
    /// Below half, half, above half; `None` of an integer.
    fraction: Option<usize>,
    /// The result.
    rest: Option<Real>,
}

const NEARER: &str = "numbers of the format lie no further apart";
const SMALLER: &str = "x is smaller than y, and no multiple";
const ONE_BIT: &str = "so far below x the only divisor is the smallest number, and x is a multiple";
const NO_LARGER: &str = "the result is no larger than the operands";
const NONE: &str = "there are no such operands";

pub(super) fn crosses(subject: &Subject) -> Vec<Cross> {
    let Some(Reduction::Remainder { nearest }) = subject.reduction else { return Vec::new() };
    let port = subject.operands[0].clone();
    if port.float.is_none() {
        return Vec::new();
    }
    let below = port.format.subnormal && !subject.env.daz;
    let least = port.emin() - if below { port.precision() - 1 } else { 0 };
    let division = Division { nearest, port, least };
    let mut all = vec![division.quotient(), division.sizes()];
    if nearest {
        all.push(division.ties());
    }
    all
}

/// `2^n` modulo `m`, of at most 63 bits.
fn power(mut n: u64, m: u128) -> u128 {
    let (mut result, mut base) = (1 % m, 2 % m);
    while n > 0 {
        if n & 1 == 1 {
            result = result * base % m;
        }
        base = base * base % m;
        n >>= 1;
    }
    result
}

impl Division {
    /// The number of a code; `None` of 0 and of what is no number.
    fn number(&self, code: u64) -> Option<Real> {
        self.port.value(code).and_then(Real::of).filter(|real| real.exponent >= self.least)
    }

    /// Where `x/y` lies.
    fn between(&self, x: &Real, y: &Real) -> Between {
        let (a, b) = (x.value(), y.value());
        let apart = a.exponent - b.exponent;
        // The remainder by 2y in units of the smaller last place, and y.
        let (twice, y) = match apart {
            0.. => {
                let m = 2 * b.significand;
                (a.significand % m * power(apart as u64, m) % m, b.significand)
            }
            -64..0 => {
                let y = b.significand << -apart;
                (a.significand % (2 * y), y)
            }
            // Less than half of y.
            _ => return Between { odd: false, fraction: Some(0), rest: Some(*x) },
        };
        let (odd, r) = (twice >= y, twice % y);
        let fraction = (r > 0).then_some((2 * r).cmp(&y) as i8 + 1).map(|f| f as usize);
        let up = self.nearest && (2 * r > y || 2 * r == y && odd);
        let exponent = a.exponent.min(b.exponent);
        let significand = if up { y - r } else { r };
        let rest = Real::of(Value { sign: a.sign != up, exponent, significand });
        Between { odd, fraction, rest }
    }

    /// A number of this exponent and of random bits, the last one set where `odd`.
    fn any(&self, exponent: i64, odd: bool, rng: &mut Rng) -> u64 {
        let bits = (exponent - self.port.last(exponent) + 1).clamp(1, 64);
        let tail = if rng.one_in(2) { rng.next() >> rng.below(60) << rng.below(60) } else { 0 };
        let head = u128::from(tail) << 63 | 1 << 127;
        let significand = head >> (128 - bits) << (128 - bits) | u128::from(odd) << (128 - bits);
        let real = Real { sign: rng.one_in(2), exponent, significand, more: false };
        self.port.toward_zero(real.value())
    }

    fn quotient(&self) -> Cross {
        let far = self.port.precision() + 2;
        let range = self.port.emax() - self.least;
        let mut values = vec!["<-1".to_owned()];
        values.extend((-1..=far).map(|d| d.to_string()));
        values.push(format!(">{far}"));
        let last = values.len() as i64 - 1;
        let (own, drawn) = (self.clone(), self.clone());
        Cross {
            name: "quotient",
            bins: UNROUNDED,
            what: "how far x's exponent lies above y's, and whether x is a multiple of y",
            axes: vec![Axis { name: "above", values }, Axis::new("result", &["zero", "other"])],
            hits: Box::new(move |view, hit| {
                let [x, y] = view.elements else { return };
                let (Some(x), Some(y)) = (own.number(*x), own.number(*y)) else { return };
                let above = (x.exponent - y.exponent + 2).clamp(0, last);
                hit(&[above as usize, usize::from(own.between(&x, &y).rest.is_some())]);
            }),
            aims: Box::new(move |_, goal, rng| {
                let above = match goal[0] as i64 - 2 {
                    -2 => -2 - rng.below(6) as i64,
                    d if d > far => {
                        let room = range - goal[1] as i64 - d + 1;
                        d + rng.below(room.max(1) as u64) as i64
                    }
                    d => d,
                };
                // The divisor has two bits at least, so that not all are its multiples.
                let low = drawn.least + (goal[1] as i64) - above.min(0);
                let high = drawn.port.emax() - above.max(0);
                let exponent = low + rng.below((high - low + 1).max(1) as u64) as i64;
                let y = drawn.any(exponent, goal[1] == 1, rng);
                let x = match goal[1] {
                    0 => drawn.port.toward_zero(drawn.number(y)?.scaled(above).value()),
                    _ => drawn.any(exponent + above, false, rng),
                };
                Some(Aim::Elements(vec![x, y]))
            }),
            never: Box::new(move |_, goal| match (goal[0] as i64 - 2, goal[1]) {
                (..0, 0) => Some(SMALLER),
                (d, _) if d > range => Some(NEARER),
                (d, 1) if d >= range => Some(ONE_BIT),
                _ => None,
            }),
        }
    }

    fn ties(&self) -> Cross {
        let (own, drawn) = (self.clone(), self.clone());
        Cross {
            name: "tie",
            bins: UNROUNDED,
            what: "where x/y lies between two integers, and which of them is even",
            axes: vec![
                Axis::new("fraction", &["below half", "half", "above half"]),
                Axis::new("lower", &["even", "odd"]),
                Axis::sign("x"),
                Axis::sign("y"),
            ],
            hits: Box::new(move |view, hit| {
                let [x, y] = view.elements else { return };
                let (Some(x), Some(y)) = (own.number(*x), own.number(*y)) else { return };
                let between = own.between(&x, &y);
                if let Some(fraction) = between.fraction {
                    hit(&[fraction, between.odd.into(), x.sign.into(), y.sign.into()]);
                }
            }),
            aims: Box::new(move |_, goal, rng| {
                // y is a power of two, x so many quarters of it.
                let lower = 2 * rng.below(2) + goal[1] as u64;
                let quarters = 4 * lower + 1 + goal[0] as u64;
                let room = drawn.port.emax() - 4 - (drawn.port.emin() + 2);
                let exponent = drawn.port.emin() + 2 + rng.below(room.max(1) as u64) as i64;
                let code = |sign, exponent, significand: u64| {
                    let significand = u128::from(significand);
                    drawn.port.toward_zero(Value { sign, exponent, significand })
                };
                let x = code(goal[2] == 1, exponent - 2, quarters);
                Some(Aim::Elements(vec![x, code(goal[3] == 1, exponent, 1)]))
            }),
            never: always(),
        }
    }

    fn sizes(&self) -> Cross {
        const SIZES: [&str; 2] = ["subnormal", "normal"];
        let (own, drawn) = (self.clone(), self.clone());
        let (emin, none) = (self.port.emin(), self.least == self.port.emin());
        Cross {
            name: "sizes",
            bins: UNROUNDED,
            what: "subnormal operands and results",
            axes: vec![
                Axis::new("x", &SIZES),
                Axis::new("y", &SIZES),
                Axis::new("result", &["zero", "subnormal", "normal"]),
            ],
            hits: Box::new(move |view, hit| {
                let [x, y] = view.elements else { return };
                let (Some(x), Some(y)) = (own.number(*x), own.number(*y)) else { return };
                let size = |real: &Real| usize::from(real.exponent >= emin);
                let rest = own.between(&x, &y).rest.map_or(0, |rest| 1 + size(&rest));
                hit(&[size(&x), size(&y), rest]);
            }),
            aims: Box::new(move |_, goal, rng| {
                let mut exponent = |normal: usize| match normal {
                    0 => drawn.least + rng.below((emin - drawn.least).max(1) as u64) as i64,
                    _ => emin + rng.below(3) as i64,
                };
                let (of_x, of_y) = (exponent(goal[0]), exponent(goal[1]));
                let y = drawn.any(of_y, rng.one_in(2), rng);
                let x = match goal[2] {
                    0 if of_x >= of_y => {
                        drawn.port.toward_zero(drawn.number(y)?.scaled(of_x - of_y).value())
                    }
                    _ => drawn.any(of_x, rng.one_in(2), rng),
                };
                Some(Aim::Elements(vec![x, y]))
            }),
            never: Box::new(move |_, goal| match (goal[0], goal[1], goal[2]) {
                (0, ..) | (_, 0, _) if none => Some(NONE),
                (0, _, 2) | (_, 0, 2) => Some(NO_LARGER),
                (0, 1, 0) => Some(SMALLER),
                _ => None,
            }),
        }
    }
}
