//! B19: how the fields of two numbers that are compared stand to each other. B20: zeros at the end of a
//! quotient, a root or a product.

use crate::cover::bins::{self, Bins, Codes, FIELDS, LANE, OUT, Point, Values};
use crate::cover::cross::{Aim, Axis, Cross};
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
            vec![compared(subject)]
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

fn compared(subject: &Subject) -> Cross {
    Cross {
        name: "B19",
        bins: said(subject).map_or(FIELDS, Bins::Said),
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
        never: Box::new(never_compared),
    }
}

/// Fields that a format has not, or that are too short.
fn never_compared(subject: &Subject, goal: &[usize]) -> Option<&'static str> {
    let port = &subject.operands[0];
    let float = port.float.as_ref()?;
    let short = |most: u64, order: usize| match order {
        0 => false,
        1 | 3 => most < 1,
        _ => most < 2,
    };
    match goal {
        [signs, ..] if *signs > 0 && !port.format.sign => Some("the operands have no sign"),
        [_, exponents, mantissas] => (short(float.largest as u64, *exponents)
            || short(float.ones(), *mantissas))
        .then_some("the field is too short"),
        _ => None,
    }
}

/// The fields of two numbers less each other, as points.
fn said(subject: &Subject) -> Option<Vec<Point>> {
    let (x, y) = (&subject.operands[0], &subject.operands[1]);
    let (f, g) = (&x.format, &y.format);
    let fields = |f: &softfloat::Format| (f.width - f.pad, f.man_bits);
    let known = f.has_exponent() || x.has_fraction();
    if !f.sign || !g.sign || !known || fields(f) != fields(g) {
        return None;
    }
    let part = |high, low| {
        let of = |f: &softfloat::Format, argument| {
            format!("{{1'b0, {}}}", bins::bits(argument, high + f.pad, low + f.pad, f.width))
        };
        let width = high - low + 1;
        // Modulo 2^(width + 1): what is negative lies above.
        let (half, ones) = (1u64 << width, u64::MAX >> (63 - width));
        let spans = [(0, 0), (ones, ones), (half, ones - 1), (1, 1), (2, half - 1)];
        let bins = spans.into_iter().map(|(low, high)| match low > high {
            true => Values::Spans(Vec::new()),
            false => Values::Spans(vec![(low, high)]),
        });
        let of = format!("{} - {}", of(f, LANE[0]), of(g, LANE[1]));
        Point::new(of, width + 1, bins.collect())
    };
    let top =
        |f: &softfloat::Format, argument| bins::bits(argument, f.width - 1, f.width - 1, f.width);
    let signs = format!("{{{}, {}}}", top(f, LANE[0]), top(g, LANE[1]));
    let finite = [Codes::of(x)?.finite(LANE[0]), Codes::of(y)?.finite(LANE[1])];
    let width = f.width - f.pad;
    Some(vec![
        Point::each(signs, 2, 0..4).when(finite),
        part(width - 2, f.man_bits),
        part(f.man_bits - 1, 0),
    ])
}

/// The last bits of a normal result of numbers that are not 0, as points.
fn zeros(subject: &Subject) -> Option<Vec<Point>> {
    let (port, f) = (&subject.result, &subject.result.format);
    if !port.has_fraction() {
        return None;
    }
    let bits = f.man_bits;
    let numbers = subject.operands.iter().zip(LANE).map(|(port, argument)| {
        Codes::of(port).map(|codes| codes.nonzero(argument, subject.env.daz))
    });
    let numbers = numbers.collect::<Option<Vec<_>>>()?;
    let root = subject.arithmetic == Some(Arithmetic::Root);
    let positive = (root && subject.operands[0].format.sign).then(|| {
        let f = &subject.operands[0].format;
        format!("{} == 1'b0", bins::bits(LANE[0], f.width - 1, f.width - 1, f.width))
    });
    let normal = Codes::of(port)?
        .condition(OUT, |class| class.is_finite() && !class.is_zero() && !class.is_subnormal());
    let pattern = |zeros: u32| match bits.checked_sub(zeros + 1) {
        Some(rest) => format!("{}1{}", "?".repeat(rest as usize), "0".repeat(zeros as usize)),
        None => "0".repeat(bits as usize),
    };
    let of = bins::bits(OUT, bits + f.pad - 1, f.pad, f.width);
    let tail = Point::new(of, bits, (0..=bits).map(pattern).map(Values::Pattern).collect());
    Some(vec![Point::sign(f, OUT).when(numbers).when([positive, normal]), tail])
}

fn trailing(subject: &Subject) -> Cross {
    let p = subject.result.precision();
    Cross {
        name: "B20",
        bins: zeros(subject).map_or(FIELDS, Bins::Said),
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
