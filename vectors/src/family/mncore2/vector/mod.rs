//! `mncore2.mau.*v*`: vector multiply-add.

mod explain;

use super::options::{EXT, NEG, R, SHORT};
use super::{RULES, Resolve, Unit, family, kernels, link};
use crate::draw::random::element::Operand;
use crate::draw::{self, Cases, Elements, rng::Rng};
use crate::explain::steps::Steps;
use crate::registry::{
    Arithmetic, Family, FlagKind, Kernels, Op, OptionSpec, Options, Outcome, Plan, Resolved,
    Setting, Shape,
};
use softfloat::mncore2::{Double, Flagged, Half, Precision, Profile, Single, vector};
use softfloat::{Bits, Env, Format, StaticFormat};

pub(crate) static FAMILY: Family =
    family("mncore2.vector", &[&NEG.row, &EXT.row, &SHORT.row, &R.row], operations);

/// x*y + z, or without y (1) or z (+0).
#[derive(Debug)]
struct Vector {
    resolve: Resolve,
    /// Whether y is an operand.
    y: bool,
    /// Whether z is an operand.
    z: bool,
}

impl Unit for Vector {
    const FAMILY: &'static Family = &FAMILY;

    fn resolve(&self, options: &Options) -> Resolved {
        (self.resolve)(options)
    }

    fn corner(&self, plan: &Plan, cases: &mut Cases) {
        draw::corner::fused::directed(plan, (self.y, self.z), cases);
    }

    fn arithmetic(&self, plan: &Plan) -> Option<Arithmetic> {
        let bits = match plan.operands.first()?.format.width {
            64 => Double::OMITTED,
            32 => Single::OMITTED,
            _ => Half::OMITTED,
        };
        let arithmetic = match (self.y, self.z, bits) {
            (false, false, _) => Arithmetic::Convert,
            (false, true, _) => Arithmetic::Sum { minus: false },
            (true, false, 0) => Arithmetic::Product,
            (true, true, 0) => {
                Arithmetic::Fused { minus_product: false, minus_addend: false, addend_first: false }
            }
            (true, addend, bits) => Arithmetic::Omitting { bits, addend },
        };
        plan.ports.is_none().then_some(arithmetic)
    }

    fn rules(&self, _: &Plan) -> Env {
        RULES
    }

    #[inline]
    fn random(&self, rng: &mut Rng, plan: &Plan, operands: &[Operand], x: &mut Elements) {
        draw::random::fused::draw(rng, plan, operands, (self.y, self.z), x);
    }

    fn steps(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Outcome {
        explain::explain(steps, plan, x, self.y, self.z)
    }
}

#[inline(always)]
pub(super) fn put<B: Bits>(r: Flagged<B>, out: &mut [u64]) -> bool {
    out[0] = r.bits.wide() as u64;
    r.flag
}

#[inline(always)]
pub(super) fn take<P: StaticFormat>(x: u64) -> P::Bits {
    P::Bits::low(x.into())
}

#[inline(always)]
fn fma<P: Precision, O: Precision>(p: &Profile, _: &Options, x: &[u64], out: &mut [u64]) -> bool {
    let (a, b, c) = (take::<P>(x[0]), take::<P>(x[1]), take::<P::Sum>(x[2]));
    put(vector::fma::<P, O>(p, a, b, c), out)
}

#[inline(always)]
fn mul<P: Precision, O: Precision>(p: &Profile, _: &Options, x: &[u64], out: &mut [u64]) -> bool {
    put(vector::mul::<P, O>(p, take::<P>(x[0]), take::<P>(x[1])), out)
}

#[inline(always)]
fn add<P: Precision, O: Precision>(p: &Profile, _: &Options, x: &[u64], out: &mut [u64]) -> bool {
    put(vector::add_sum::<P, O>(p, take::<P>(x[0]), take::<P::Sum>(x[1])), out)
}

#[inline(always)]
fn passa<P: Precision, O: Precision>(p: &Profile, _: &Options, x: &[u64], out: &mut [u64]) -> bool {
    put(vector::passa::<P, O>(p, take::<P>(x[0])), out)
}

/// The kernels of a vector or matrix operation for its output precision: `r` lowers it by one.
macro_rules! lowered {
    ($kernel:ident, $p:ty, $options:expr) => {
        if $options.get(&R) {
            (
                kernels!($kernel::<$p, <<$p as Precision>::Sum as Precision>::Lower>),
                <<$p as Precision>::Sum as Precision>::Lower::FORMAT,
            )
        } else {
            (kernels!($kernel::<$p, <$p as Precision>::Sum>), <$p as Precision>::Sum::FORMAT)
        }
    };
}
pub(super) use lowered;

pub(super) fn resolved((kernels, result): (Kernels, Format), operands: Vec<Shape>) -> Resolved {
    Resolved { operands, results: vec![Shape::one(result)], kernels }
}

fn fma_op<P: Precision>(o: &Options) -> Resolved {
    let x = Shape::one(P::FORMAT);
    resolved(lowered!(fma, P, o), vec![x, x, Shape::one(P::Sum::FORMAT)])
}

fn mul_op<P: Precision>(o: &Options) -> Resolved {
    let x = Shape::one(P::FORMAT);
    resolved(lowered!(mul, P, o), vec![x, x])
}

fn add_op<P: Precision>(o: &Options) -> Resolved {
    resolved(lowered!(add, P, o), vec![Shape::one(P::FORMAT), Shape::one(P::Sum::FORMAT)])
}

fn passa_op<P: Precision>(o: &Options) -> Resolved {
    resolved(lowered!(passa, P, o), vec![Shape::one(P::FORMAT)])
}

/// A vector operation: name, operands, whether y and z are among them, section by precision.
struct Form {
    name: &'static str,
    formula: &'static str,
    operands: &'static [&'static str],
    y: bool,
    z: bool,
    sections: [&'static str; 3],
    resolve: [Resolve; 3],
}

const FORMS: [Form; 4] = [
    Form {
        name: "vfma",
        formula: "x*y + z",
        operands: &["x", "y", "z"],
        y: true,
        z: true,
        sections: ["3.6.9.10, 4.3", "3.6.9.14, 4.3", "3.6.9.18, 4.3"],
        resolve: [fma_op::<Double>, fma_op::<Single>, fma_op::<Half>],
    },
    Form {
        name: "vmul",
        formula: "x*y",
        operands: &["x", "y"],
        y: true,
        z: false,
        sections: ["3.6.9.11, 4.3", "3.6.9.15, 4.3", "3.6.9.19, 4.3"],
        resolve: [mul_op::<Double>, mul_op::<Single>, mul_op::<Half>],
    },
    Form {
        name: "vadd",
        formula: "x*1 + z",
        operands: &["x", "z"],
        y: false,
        z: true,
        sections: ["3.6.9.12, 4.3", "3.6.9.16, 4.3", "3.6.9.20, 4.3"],
        resolve: [add_op::<Double>, add_op::<Single>, add_op::<Half>],
    },
    Form {
        name: "vpassa",
        formula: "x*1 + 0",
        operands: &["x"],
        y: false,
        z: false,
        sections: ["3.6.9.13, 4.3", "3.6.9.17, 4.3", "3.6.9.21, 4.3"],
        resolve: [passa_op::<Double>, passa_op::<Single>, passa_op::<Half>],
    },
];

/// The first operands: bit i for operand i.
const fn first(count: usize) -> u16 {
    (1 << count) - 1
}

/// An option that may name some of these operands.
pub(super) fn indices(setting: &'static Setting<u8>, of: u16) -> Option<OptionSpec> {
    (of != 0).then_some(setting.among(of))
}

fn vector_op(form: &Form, letter: char, which: usize) -> Op {
    let count = form.operands.len();
    // In half precision the addend is single: `e` is for it, `r` for the factors.
    let factors = count - usize::from(form.z);
    let addend = first(count) - first(factors);
    let half = letter == 'h';
    let options = [
        indices(&NEG, first(count)),
        indices(&EXT, if half { addend } else { first(count) }),
        indices(&SHORT, if half { first(factors) } else { 0 }),
        (letter != 'f').then_some(R.any()),
    ];
    let mut decisions = vec!["MN-D12", "MN-D13", "MN-D14", "MN-D15", "MN-D27", "MN-D29", "MN-D30"];
    if !form.y {
        decisions.push("MN-D31");
    }
    if half {
        decisions.extend(["MN-D02", "MN-D28"]);
    }
    Op {
        id: format!("mncore2.mau.{letter}{}", form.name),
        summary: format!("{}, {}", form.formula, super::precision_name(letter)),
        operands: form.operands,
        flags: FlagKind::Mask,
        options: options.into_iter().flatten().collect(),
        section: form.sections[which].to_owned(),
        decisions,
        senseless: Vec::new(),
        link: link(Vector { resolve: form.resolve[which], y: form.y, z: form.z }),
    }
}

fn operations() -> Vec<Op> {
    let letters = ['d', 'f', 'h'];
    (0..3).flat_map(|i| FORMS.iter().map(move |f| vector_op(f, letters[i], i))).collect()
}
