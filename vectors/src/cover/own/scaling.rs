//! `x * 2^n`: the sizes of n, exact results about the limits of the exponent, and the bits about the place
//! where a subnormal result is rounded.

use crate::cover::bins::{self, Bins, Codes, FIELDS, Point, UNROUNDED, Values};
use crate::cover::cross::{Aim, Axis, Cross};
use crate::cover::edge::{self, Edge};
use crate::cover::exact::Real;
use crate::cover::port::Port;
use crate::cover::subject::Subject;
use crate::draw::rng::Rng;
use crate::registry::Reduction;
use std::sync::Arc;

const NONE: &str = "there are no such operands";
const BITS: &str = "the significand has no more bits";

#[derive(Clone)]
struct Scaling {
    port: Port,
    least: i64,
}

pub(super) fn crosses(subject: &Subject) -> Vec<Cross> {
    let port = subject.operands[0].clone();
    if subject.reduction != Some(Reduction::Scale) || port.float.is_none() {
        return Vec::new();
    }
    let below = port.format.subnormal && !subject.env.daz;
    let least = port.emin() - if below { port.precision() - 1 } else { 0 };
    let scaling = Scaling { port, least };
    let mut all = vec![scaling.sizes(subject), scaling.limits()];
    if scaling.port.format.subnormal {
        all.push(scaling.rounding());
        all.extend(edge::of(&scaling.edge(subject)));
    }
    all
}

/// Sizes of n: from which to which.
const SIZES: [(&str, i64, i64); 9] = [
    ("-2^31", -(1 << 31), -(1 << 31)),
    ("below -64", 1 - (1 << 31), -65),
    ("-64..-2", -64, -2),
    ("-1", -1, -1),
    ("0", 0, 0),
    ("1", 1, 1),
    ("2..64", 2, 64),
    ("above 64", 65, (1 << 31) - 2),
    ("2^31 - 1", (1 << 31) - 1, (1 << 31) - 1),
];

fn integer(code: u64) -> i64 {
    i64::from(code as u32 as i32)
}

impl Scaling {
    fn number(&self, code: u64) -> Option<Real> {
        self.port.value(code).and_then(Real::of).filter(|real| real.exponent >= self.least)
    }

    /// The number and n of a case.
    fn parts(&self, x: &[u64]) -> Option<(Real, i64)> {
        let [x, n] = x else { return None };
        Some((self.number(*x)?, integer(*n)))
    }

    /// A case whose exact result is this.
    fn case(&self, result: &Real, rng: &mut Rng) -> Aim {
        let room = self.port.emax() - self.port.emin() + 1;
        let own = self.port.emin() + rng.below(room as u64) as i64;
        let n = result.exponent - own;
        let x = self.port.toward_zero(result.scaled(-n).value());
        Aim::Elements(vec![x, n as u64 & 0xffff_ffff])
    }

    /// Subnormal and normal numbers, and the sizes of n, as points.
    fn said(&self, subject: &Subject) -> Option<Vec<Point>> {
        let (codes, x) = (Codes::of(&self.port)?, bins::argument(&subject.plan, 0));
        let number = |subnormal: bool, minus: bool| {
            let none = subnormal && self.least == self.port.emin();
            let spans = codes.among(|sign, class| {
                let number = class.is_finite() && !class.is_zero() && sign == minus;
                number && class.is_subnormal() == subnormal && !none
            });
            Values::Spans(spans)
        };
        let kinds = [(true, false), (true, true), (false, false), (false, true)];
        let numbers = kinds.map(|(subnormal, minus)| number(subnormal, minus)).to_vec();
        let sizes = SIZES.map(|(_, low, high)| {
            Values::Spans(vec![(u64::from(low as u32), u64::from(high as u32))])
        });
        Some(vec![
            Point::new(codes.text(&x), codes.width(), numbers).over(2),
            Point::new(bins::argument(&subject.plan, 1), 32, sizes.to_vec()),
        ])
    }

    fn sizes(&self, subject: &Subject) -> Cross {
        let (own, drawn) = (self.clone(), self.clone());
        let (emin, none) = (self.port.emin(), self.least == self.port.emin());
        Cross {
            name: "scale",
            bins: self.said(subject).map_or(FIELDS, Bins::Said),
            what: "sizes of n beside subnormal and normal numbers",
            axes: vec![
                Axis::new("x", &["subnormal", "normal"]),
                Axis::sign("sign"),
                Axis::new("n", &SIZES.map(|size| size.0)),
            ],
            hits: Box::new(move |view, hit| {
                let Some((x, n)) = own.parts(view.elements) else { return };
                let size = SIZES.iter().position(|size| (size.1..=size.2).contains(&n));
                if let Some(size) = size {
                    hit(&[usize::from(x.exponent >= emin), x.sign.into(), size]);
                }
            }),
            aims: Box::new(move |_, goal, rng| {
                let (_, low, high) = SIZES[goal[2]];
                let near = rng.below(((high - low) as u64).min(4000) + 1) as i64;
                let n = if low < -64 && high < 0 { high - near } else { low + near };
                let (first, last) = match goal[0] {
                    0 => (drawn.least, emin - 1),
                    _ => (emin, drawn.port.emax()),
                };
                let exponent = first + rng.below((last - first + 1).max(1) as u64) as i64;
                let significand = 1 << 127 | u128::from(rng.next()) << 63;
                let real = Real { sign: goal[1] == 1, exponent, significand, more: false };
                let x = drawn.port.toward_zero(real.value());
                Some(Aim::Elements(vec![x, n as u64 & 0xffff_ffff]))
            }),
            never: Box::new(move |_, goal| (goal[0] == 0 && none).then_some(NONE)),
        }
    }

    fn limits(&self) -> Cross {
        const NEAR: i64 = 3;
        let (own, drawn) = (self.clone(), self.clone());
        // The largest exponent, the smallest of a normal and of a subnormal number.
        let edges = [self.port.emax(), self.port.emin(), self.port.last(self.port.emin())];
        Cross {
            name: "limits",
            bins: UNROUNDED,
            what: "how far the exact result's exponent lies above a limit",
            axes: vec![
                Axis::new("limit", &["largest", "smallest normal", "smallest"]),
                Axis::sign("sign"),
                Axis::range("above", -NEAR, NEAR),
            ],
            hits: Box::new(move |view, hit| {
                let Some((x, n)) = own.parts(view.elements) else { return };
                for (limit, edge) in edges.iter().enumerate() {
                    let above = x.exponent + n - edge;
                    if above.abs() <= NEAR {
                        hit(&[limit, x.sign.into(), (above + NEAR) as usize]);
                    }
                }
            }),
            aims: Box::new(move |_, goal, rng| {
                let exponent = edges[goal[0]] + goal[2] as i64 - NEAR;
                let significand = 1 << 127 | u128::from(rng.next()) << 63;
                let real = Real { sign: goal[1] == 1, exponent, significand, more: false };
                Some(drawn.case(&real, rng))
            }),
            never: crate::cover::cross::always(),
        }
    }

    fn edge(&self, subject: &Subject) -> Edge {
        let (own, drawn, p) = (self.clone(), self.clone(), self.port.precision());
        Edge {
            port: self.port.clone(),
            rounding: subject.env.rounding,
            tail: 1,
            exact: Arc::new(move |view, tell| {
                own.parts(view.elements).map(|(x, n)| x.scaled(n)).iter().for_each(tell);
            }),
            aims: Arc::new(move |_, real, rng| Some(drawn.case(real, rng))),
            never: Arc::new(move |_, _, near| {
                let bits = near.quarters.ilog2() - near.quarters.trailing_zeros() + 1;
                (near.more || i64::from(bits) > p).then_some(BITS)
            }),
        }
    }

    fn rounding(&self) -> Cross {
        let (own, drawn) = (self.clone(), self.clone());
        let (emin, p) = (self.port.emin(), self.port.precision());
        let last = self.port.last(emin);
        Cross {
            name: "round",
            bins: UNROUNDED,
            what: "last place, guard and sticky bit of a subnormal result",
            axes: [Axis::sign("sign")]
                .into_iter()
                .chain(["lsb", "guard", "sticky"].map(Axis::bit))
                .collect(),
            hits: Box::new(move |view, hit| {
                let Some((x, n)) = own.parts(view.elements) else { return };
                let exact = x.scaled(n);
                if exact.exponent < emin {
                    let cut = exact.cut(last);
                    let bits = [cut.lsb, cut.guard, cut.sticky].map(usize::from);
                    hit(&[x.sign.into(), bits[0], bits[1], bits[2]]);
                }
            }),
            aims: Box::new(move |_, goal, rng| {
                // Bits from the guard bit's left neighbour on: lsb, guard, and one further down.
                let down = 1 + rng.below((p - 2).clamp(1, 8) as u64) as u32;
                let bits = (goal[1] as u128) << (down + 1)
                    | (goal[2] as u128) << down
                    | u128::from(goal[3] == 1);
                // Another bit above them where there is room.
                let room = p - 1 - i64::from(down) - 1;
                let above = 1 + rng.below(room.max(1) as u64) as u32;
                let wanted = room >= 1 && (bits >> (down + 1) == 0 || rng.one_in(2));
                let lead = if wanted && (goal[3] == 0 || rng.one_in(2) || bits == 0) {
                    1u128 << (down + 1 + above)
                } else {
                    0
                };
                let exponent = last - 1 - i64::from(down);
                let value = crate::draw::code::Value {
                    sign: goal[0] == 1,
                    exponent,
                    significand: bits | lead,
                };
                Some(drawn.case(&Real::of(value)?, rng))
            }),
            never: Box::new(move |_, goal| {
                let short = p < 3 && goal[1] == 1 && goal[3] == 1;
                let empty = p < 3 && goal[1..] == [0, 0, 0];
                (short || empty).then_some(BITS)
            }),
        }
    }
}
