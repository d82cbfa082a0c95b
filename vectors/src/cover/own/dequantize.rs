//! MX blocks that become numbers (OCP MX 1.0, 5.1): the edges of the scale beside every class of element,
//! and results at the limits.

use super::scales::{scale, scale_at, scale_axis};
use crate::cover::bins::ELEMENTS;
use crate::cover::cross::{Aim, Axis, Cross, always};
use crate::cover::port::Port;
use crate::cover::subject::Subject;
use crate::registry::{Group, Plan};

pub(super) fn crosses(subject: &Subject) -> Vec<Cross> {
    match subject.group {
        Some(Group::Dequantize) => vec![edges(subject), places(subject), limits(&subject.plan)],
        _ => Vec::new(),
    }
}

/// Every class of element beside every kind of scale.
fn edges(subject: &Subject) -> Cross {
    let palette = subject.operands[1].palette.clone();
    let (own, len) = (palette.clone(), subject.plan.operands[1].len);
    Cross {
        name: "scale",
        bins: ELEMENTS,
        what: "the edges of the scale beside the classes of elements",
        axes: vec![scale_axis("scale"), Axis { name: "class", values: palette.names() }],
        hits: Box::new(move |view, hit| {
            if let [code, elements @ ..] = view.elements {
                elements.iter().for_each(|e| hit(&[scale_at(*code), own.class(*e)]));
            }
        }),
        aims: Box::new(move |_, goal, rng| {
            let mut any = |_| palette.code(rng.below(palette.len() as u64) as usize, rng);
            let mut x: Vec<u64> = (0..len + 1).map(&mut any).collect();
            x[0] = scale(goal[0], rng);
            x[1 + rng.below(len as u64) as usize] = palette.code(goal[1], rng);
            Some(Aim::Elements(x))
        }),
        never: always(),
    }
}

/// Every class of element in every place.
fn places(subject: &Subject) -> Cross {
    let palette = subject.operands[1].palette.clone();
    let (own, len) = (palette.clone(), subject.plan.operands[1].len);
    let places = (0..len).map(|i| i.to_string()).collect();
    Cross {
        name: "elements",
        bins: ELEMENTS,
        what: "the class of each element",
        axes: vec![
            Axis { name: "element", values: places },
            Axis { name: "class", values: palette.names() },
        ],
        hits: Box::new(move |view, hit| {
            for (i, code) in view.elements.iter().skip(1).enumerate() {
                hit(&[i, own.class(*code)]);
            }
        }),
        aims: Box::new(move |_, goal, rng| {
            let mut any = |_| palette.code(rng.below(palette.len() as u64) as usize, rng);
            let mut x: Vec<u64> = (0..len + 1).map(&mut any).collect();
            x[0] = rng.below(255);
            x[1 + goal[0]] = palette.code(goal[1], rng);
            Some(Aim::Elements(x))
        }),
        never: always(),
    }
}

const RANGES: [&str; 5] = ["zero", "subnormal", "normal", "infinite", "NaN"];

/// The range of a result's code.
fn range(port: &Port, code: u64) -> usize {
    use softfloat::Category;
    match port.format.classify(code).category {
        Category::Zero => 0,
        Category::Subnormal => 1,
        Category::Normal => 2,
        Category::Infinite => 3,
        Category::QuietNan | Category::SignallingNan => 4,
    }
}

/// The range of each result; all elements are tried beside the ends of the scales' range.
fn limits(plan: &Plan) -> Cross {
    let (element, len) = (plan.operands[1].format, plan.operands[1].len);
    let port = Port::of(&plan.result().format);
    let mut witnesses: [Vec<(u64, u64)>; 5] = Default::default();
    for scale in [0, 1, 0x70, 0x7f, 0x90, 0xfd, 0xfe, 0xff] {
        for code in 0..1u64 << element.width {
            let mut x = vec![code; len + 1];
            x[0] = scale;
            if let Some(out) = plan.run(&x).out().first() {
                witnesses[range(&port, *out)].push((scale, code));
            }
        }
    }
    let reached = witnesses.each_ref().map(|all| !all.is_empty());
    Cross {
        name: "limits",
        bins: ELEMENTS,
        what: "the range of each result",
        axes: vec![
            Axis { name: "element", values: (0..len).map(|i| i.to_string()).collect() },
            Axis::new("result", &RANGES),
        ],
        hits: Box::new(move |view, hit| {
            for (i, code) in view.results.iter().enumerate() {
                hit(&[i, range(&port, *code)]);
            }
        }),
        aims: Box::new(move |_, goal, rng| {
            let all = &witnesses[goal[1]];
            let (scale, code) = *all.get(rng.below(all.len() as u64) as usize)?;
            let mut x: Vec<u64> = (0..len + 1).map(|_| rng.below(1 << element.width)).collect();
            (x[0], x[1 + goal[0]]) = (scale, code);
            Some(Aim::Elements(x))
        }),
        never: Box::new(move |_, goal| {
            (!reached[goal[1]])
                .then_some("no element beside any scale (all were tried beside the ends)")
        }),
    }
}
