//! B19: how the fields of two numbers that are compared stand to each other. B20: zeros at the end of a
//! quotient, a root or a product.

use crate::cover::cross::{Aim, Axis, Cross, always};
use crate::cover::exact::Real;
use crate::cover::never;
use crate::cover::subject::Subject;
use crate::draw::code::Value;
use crate::registry::Arithmetic;

pub(super) fn crosses(subject: &Subject) -> Vec<Cross> {
    match subject.arithmetic {
        Some(Arithmetic::Compare | Arithmetic::Order)
            if subject.operands.iter().all(|p| p.float.is_some()) =>
        {
            vec![compared()]
        }
        Some(
            Arithmetic::Quotient
            | Arithmetic::Root
            | Arithmetic::Product
            | Arithmetic::Omitting { addend: false, .. },
        ) if subject.rounds_to_float() => vec![trailing(subject)],
        _ => Vec::new(),
    }
}

/// How a field of x stands to that of y.
fn order<T: Ord + Copy>(x: T, y: T, near: bool) -> usize {
    match x.cmp(&y) {
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Less => 1 + usize::from(!near),
        std::cmp::Ordering::Greater => 3 + usize::from(!near),
    }
}

const ORDER: [&str; 5] = ["equal", "one less", "less", "one more", "more"];

fn compared() -> Cross {
    Cross {
        name: "B19",
        what: "fields of two finite numbers against each other",
        axes: vec![
            Axis::new("signs", &["++", "+-", "-+", "--"]),
            Axis::new("exponents", &ORDER),
            Axis::new("mantissas", &ORDER),
        ],
        hits: Box::new(|view, hit| {
            if view.scene.values.is_none() {
                return;
            }
            let ports = &view.subject.operands;
            let [x, y, _] = view.scene.x;
            let (Some(f), Some(g)) = (&ports[0].float, &ports[1].float) else { return };
            let (x, y) = (x >> ports[0].format.pad, y >> ports[1].format.pad);
            let (e, d) = (f.field(x), g.field(y));
            let (m, n) = (x & f.ones(), y & g.ones());
            hit(&[
                2 * usize::from(f.sign(x)) + usize::from(g.sign(y)),
                order(e, d, e.abs_diff(d) == 1),
                order(m, n, m.abs_diff(n) == 1),
            ]);
        }),
        aims: Box::new(|subject, goal, rng| {
            let mut x = [0; 3];
            let f = subject.operands[0].float.as_ref()?;
            let other = |at: usize, own: u64, most: u64, rng: &mut crate::draw::rng::Rng| match at {
                0 => own,
                1 => own + 1,
                2 => own + 2 + rng.next() % (most - own.min(most)).max(1),
                3 => own.wrapping_sub(1),
                _ => rng.next() % own.max(1),
            };
            let e = rng.below(f.largest as u64 + 1);
            let m = rng.next() & f.ones();
            let d = other(goal[1], e, f.largest as u64, rng);
            let n = other(goal[2], m, f.ones(), rng);
            if d > f.largest as u64 || n > f.ones() {
                return Some(Aim::Any);
            }
            let pad = subject.operands[0].format.pad;
            x[0] = f.code(goal[0] & 2 != 0, e as i64, m) << pad;
            x[1] = f.code(goal[0] & 1 != 0, d as i64, n) << pad;
            Some(Aim::Operands(x))
        }),
        never: always(),
    }
}

fn trailing(subject: &Subject) -> Cross {
    let p = subject.result.precision();
    Cross {
        name: "B20",
        what: "zeros at the end of a normal result's significand",
        axes: vec![Axis::sign("sign"), Axis::range("zeros", 0, p - 1)],
        hits: Box::new(move |view, hit| {
            let (Some(_), r) = (&view.scene.exact, &view.subject.result) else { return };
            let value = r.value(view.scene.out).and_then(Real::of);
            if let Some(value) = value.filter(|v| v.exponent >= r.emin()) {
                let zeros = value.last() - (value.exponent - (p - 1));
                hit(&[usize::from(value.sign), zeros as usize]);
            }
        }),
        aims: Box::new(move |subject, goal, rng| {
            let bits = (p - goal[1] as i64).clamp(1, 64);
            let significand =
                u128::from(rng.next() & (u64::MAX >> (64 - bits)) | 1 | 1 << (bits - 1));
            let r = &subject.result;
            let exponent = r.emin() + rng.below((r.emax() - r.emin() + 1) as u64) as i64;
            let sign = goal[0] == 1;
            Real::of(Value { sign, exponent: exponent - (bits - 1), significand }).map(Aim::Result)
        }),
        never: Box::new(|subject, goal| never::zeros(subject, goal[0] == 1, goal[1] as i64)),
    }
}
