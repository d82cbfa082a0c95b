//! Numbers in boxes of ones (RISC-V): which operand is in a good box, in a spoilt one, in none; and everything that is asked of the
//! operation on what the boxes hold.

use super::cross::{Aim, Axis, Cross, Hits, View, always};
use super::palette::Palette;
use super::solve::solve;
use super::subject::Subject;
use crate::cover::bins::REGISTERS;
use crate::draw::rng::Rng;
use crate::registry::{Group, Plan};
use softfloat::Format;
use std::sync::Arc;

/// What stands above a number.
const BOXES: [&str; 5] = ["ones", "ones but the lowest", "ones but the top", "zeros", "others"];

/// Registers, and the operation on what they hold.
struct Boxed {
    inner: Subject,
    format: Format,
    /// The bits above a number.
    ones: u64,
    /// The operands that are in registers, by their elements.
    registers: Vec<usize>,
    /// The bits above the result, where it is boxed.
    result: u64,
}

/// The operation on what the registers hold, where there are registers.
pub(super) fn inner(subject: &Subject) -> Option<Subject> {
    let Some(Group::Boxed { plain, .. }) = subject.group else { return None };
    Some(Subject::of(&subject.plan.op.plan(&plain)))
}

/// The crosses of an operation on numbers in boxes; `all` gives those of the operation on what they hold.
pub(super) fn crosses(subject: &Subject, all: fn(&Subject) -> Vec<Cross>) -> Vec<Cross> {
    let (Some(inner), Some(Group::Boxed { format, .. })) = (inner(subject), subject.group) else {
        return Vec::new();
    };
    let differs =
        |plan: &Plan, at: usize| plan.operands[at].format != inner.plan.operands[at].format;
    let registers: Vec<usize> =
        (0..subject.plan.operands.len()).filter(|at| differs(&subject.plan, *at)).collect();
    let width = |f: &Format| u64::MAX >> (64 - f.width);
    let register = registers.first().map_or(format, |at| subject.plan.operands[*at].format);
    let ones = width(&register) ^ width(&format);
    let result = width(&subject.plan.result().format) ^ width(&inner.plan.result().format);
    let own = all(&inner);
    let boxed = Arc::new(Boxed { inner, format, ones, registers, result });
    let mut crosses = states(&boxed);
    crosses.extend(own.into_iter().map(|cross| within(&boxed, cross)));
    crosses
}

impl Boxed {
    /// What stands above the number of a register.
    fn state(&self, code: u64) -> usize {
        let above = code & self.ones;
        let (low, top) = (1 << self.format.width, self.ones ^ self.ones >> 1 & self.ones);
        match above {
            above if above == self.ones => 0,
            above if above == self.ones ^ low => 1,
            above if above == self.ones ^ top => 2,
            0 => 3,
            _ => 4,
        }
    }

    /// A number in a box.
    fn closed(&self, number: u64, state: usize, rng: &mut Rng) -> u64 {
        let (low, top) = (1 << self.format.width, self.ones ^ self.ones >> 1 & self.ones);
        let above = match state {
            0 => self.ones,
            1 => self.ones ^ low,
            2 => self.ones ^ top,
            3 => 0,
            _ => rng.next() & self.ones & !low | top,
        };
        number | above
    }

    /// What the registers hold: in a spoilt box it is the canonical NaN.
    fn opened(&self, x: &[u64]) -> Vec<u64> {
        let mut x = x.to_vec();
        for at in &self.registers {
            x[*at] = match self.state(x[*at]) {
                0 => x[*at] ^ self.ones,
                _ => self.format.canonical_nan().unwrap_or_default(),
            };
        }
        x
    }

    /// Numbers in good boxes.
    fn boxed(&self, mut x: Vec<u64>) -> Aim {
        self.registers.iter().for_each(|at| x[*at] |= self.ones);
        Aim::Elements(x)
    }

    /// Operands by their parts, in the order in which they stand.
    fn placed(&self, parts: [u64; 3]) -> Vec<u64> {
        let part = |at: usize| self.inner.arithmetic.map_or(at, |a| a.part(at));
        (0..self.inner.plan.operands.len()).map(|at| parts[part(at)]).collect()
    }
}

/// What stands above each number, beside the classes of numbers and beside what stands above the others.
fn states(boxed: &Arc<Boxed>) -> Vec<Cross> {
    let palette = Palette::of(&boxed.format);
    let names = ["x", "y", "z"];
    let each = |own: usize| {
        let (at, palette) = (boxed.registers[own], palette.clone());
        let (seen, drawn, classes) = (boxed.clone(), boxed.clone(), palette.clone());
        let number = move |code: u64| code & !seen.ones;
        let states = boxed.clone();
        Cross {
            name: "box",
            bins: REGISTERS,
            what: "what stands above a number, and the class of the number",
            axes: vec![
                Axis::new(names[own.min(2)], &BOXES),
                Axis { name: "class", values: palette.names() },
            ],
            hits: Box::new(move |view, hit| {
                let code = view.elements[at];
                hit(&[states.state(code), classes.class(number(code))]);
            }),
            aims: Box::new(move |_, goal, rng| {
                let number = |class: usize, rng: &mut Rng| palette.code(class, rng);
                let mut x = drawn.any(&palette, rng);
                x[at] = drawn.closed(number(goal[1], rng), goal[0], rng);
                Some(Aim::Elements(x))
            }),
            never: always(),
        }
    };
    let mut all: Vec<Cross> = (0..boxed.registers.len()).map(each).collect();
    all.extend((0..boxed.registers.len()).map(|own| lone(boxed, own)));
    if boxed.registers.len() > 1 {
        let (seen, drawn) = (boxed.clone(), boxed.clone());
        all.push(Cross {
            name: "box",
            bins: REGISTERS,
            what: "what stands above each number",
            axes: (0..boxed.registers.len())
                .map(|own| Axis::new(names[own.min(2)], &BOXES))
                .collect(),
            hits: Box::new(move |view, hit| {
                let states = seen.registers.iter().map(|at| seen.state(view.elements[*at]));
                hit(&states.collect::<Vec<_>>());
            }),
            aims: Box::new(move |_, goal, rng| {
                let palette = Palette::of(&drawn.format);
                let mut x = drawn.any(&palette, rng);
                for (at, state) in drawn.registers.iter().zip(goal) {
                    x[*at] = drawn.closed(x[*at] & !drawn.ones, *state, rng);
                }
                Some(Aim::Elements(x))
            }),
            never: always(),
        });
    }
    all
}

/// The one bit above a number that is not set.
fn lone(boxed: &Arc<Boxed>, own: usize) -> Cross {
    let (at, seen, drawn) = (boxed.registers[own], boxed.clone(), boxed.clone());
    let (low, high) = (boxed.ones.trailing_zeros(), 63 - boxed.ones.leading_zeros());
    let names = ["x", "y", "z"];
    Cross {
        name: "box",
        bins: REGISTERS,
        what: "the only bit above a number that is not set",
        axes: vec![Axis::range(names[own.min(2)], low.into(), high.into())],
        hits: Box::new(move |view, hit| {
            let missing = !view.elements[at] & seen.ones;
            if missing.is_power_of_two() {
                hit(&[(missing.trailing_zeros() - low) as usize]);
            }
        }),
        aims: Box::new(move |_, goal, rng| {
            let palette = Palette::of(&drawn.format);
            let mut x = drawn.any(&palette, rng);
            x[at] = (x[at] | drawn.ones) ^ 1 << (u64::from(low) + goal[0] as u64);
            Some(Aim::Elements(x))
        }),
        never: always(),
    }
}

impl Boxed {
    /// Any numbers in good boxes, and other operands.
    fn any(&self, palette: &Palette, rng: &mut Rng) -> Vec<u64> {
        let of = |at: usize, rng: &mut Rng| {
            let shape = &self.inner.plan.operands[at];
            match self.registers.contains(&at) {
                true => palette.code(rng.below(palette.len() as u64) as usize, rng) | self.ones,
                false => rng.next() & u64::MAX >> (64 - shape.format.width),
            }
        };
        (0..self.inner.plan.operands.len()).map(|at| of(at, rng)).collect()
    }
}

/// A cross of the operation on what the registers hold.
fn within(boxed: &Arc<Boxed>, cross: Cross) -> Cross {
    let Cross { name, what, axes, hits, aims, never, .. } = cross;
    let (own, drawn, asked) = (boxed.clone(), boxed.clone(), boxed.clone());
    Cross {
        name,
        bins: REGISTERS,
        what,
        axes,
        hits: seen(own, hits),
        aims: Box::new(move |_, goal, rng| {
            Some(match aims(&drawn.inner, goal, rng)? {
                Aim::Any => Aim::Any,
                Aim::Elements(x) => drawn.boxed(x),
                Aim::Operands(parts) => drawn.boxed(drawn.placed(parts)),
                Aim::Result(target) => drawn.boxed(drawn.placed(solve(&drawn.inner, &target, rng))),
            })
        }),
        never: Box::new(move |_, goal| never(&asked.inner, goal)),
    }
}

/// The goals that what the registers hold hits.
fn seen(boxed: Arc<Boxed>, hits: Hits) -> Hits {
    Box::new(move |view, hit| {
        let x = boxed.opened(view.elements);
        let results: Vec<u64> = view.results.iter().map(|code| code & !boxed.result).collect();
        let out = results.first().copied().unwrap_or_default();
        let scene = boxed.inner.scene(&x, 0, out, view.scene.flags);
        let view = View { subject: &boxed.inner, scene: &scene, elements: &x, results: &results };
        hits(&view, hit);
    })
}
