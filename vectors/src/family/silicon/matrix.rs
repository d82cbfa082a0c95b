//! Units that sum products: one element of their result.

use super::options;
use super::rows::{Kind, Unit};
use super::{FAMILY, explain};
use crate::cover::Modelled;
use crate::datapath::Own;
use crate::draw::random::element::Operand;
use crate::draw::{Cases, Draw, Elements, rng::Rng};
use crate::explain::{Explain, Told, steps::Steps};
use crate::family::operations::link;
use crate::family::sum::{corner, random};
use crate::registry::{
    Evaluate, FlagKind, Kernels, Op, Options, Plan, Resolved, Shape, Terms, split,
};
use softfloat::format::{E8m0, Fp8E4m3Ocp};
use softfloat::silicon::{Datapath, Four, Operands, Profile, Scale};
use softfloat::{Format, StaticFormat};
use std::sync::Arc;

/// A unit, and what its case looks like.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    pub(super) unit: Unit,
}

impl Matrix {
    fn shapes(&self) -> Vec<Shape> {
        let Unit { a, b, c, scales, .. } = &self.unit;
        let many = |(format, n): (Format, usize)| Shape::many(format, n);
        let mut shapes = vec![many(*a), many(*b), Shape::one(*c)];
        if *scales > 0 {
            shapes.extend([many((self.scale(), *scales)); 2]);
        }
        shapes
    }

    /// The format of scales.
    fn scale(&self) -> Format {
        match self.unit.datapath {
            Datapath::Four(Four { scale: Scale::Ue4m3, .. }) => Fp8E4m3Ocp::FORMAT,
            _ => E8m0::FORMAT,
        }
    }

    /// The datapath under the options that it takes.
    pub(super) fn chosen(&self, o: &Options) -> Datapath {
        match self.unit.datapath {
            Datapath::BfdotExtended(_) => Datapath::BfdotExtended(options::fpcr(o)),
            Datapath::Fp8(sum, _) => Datapath::Fp8(sum, options::fpmr(o)),
            fixed => fixed,
        }
    }
}

/// The operands of a case.
pub(super) fn operands<'x>(shapes: &'x [Shape], x: &'x [u64]) -> Operands<'x> {
    let mut own = split(shapes, x).map(|(_, codes)| codes);
    let mut next = || own.next().unwrap_or_default();
    let (a, b, c) = (next(), next(), next());
    Operands { a, b, c: c.first().copied().unwrap_or_default(), scales: [next(), next()] }
}

impl Evaluate for Matrix {
    fn resolve(&self, o: &Options) -> Resolved {
        let (datapath, shapes) = (self.chosen(o), self.shapes());
        let run = {
            let shapes = shapes.clone();
            move |profile: &Profile, x: &[u64], out: &mut [u64]| {
                let result = datapath.evaluate(profile, &operands(&shapes, x));
                out.iter_mut().take(1).for_each(|out| *out = result);
                false
            }
        };
        let any = run.clone();
        Resolved {
            operands: shapes,
            results: vec![Shape::one(self.unit.out)],
            kernels: Kernels::Open {
                decided: Arc::new(move |_, x, out| run(&Profile::DECIDED, x, out)),
                any: Arc::new(move |answers, _, x, out| any(&answers.profile(), x, out)),
            },
        }
    }
}

impl Draw for Matrix {
    fn corner(&self, plan: &Plan, cases: &mut Cases) {
        corner::directed(plan, cases);
        super::corner::aligned(plan, cases);
    }

    #[inline]
    fn random(&self, rng: &mut Rng, _: &Plan, operands: &[Operand], x: &mut Elements) {
        let (sum, scales) = operands.split_at(operands.len().min(3));
        random::draw(rng, sum, x);
        let mut at: usize = sum.iter().map(|operand| operand.len).sum();
        for side in scales {
            for _ in 0..side.len {
                x[at] = super::corner::scale(rng, side);
                at += 1;
            }
        }
    }
}

impl Explain for Matrix {
    fn explain(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
        explain::explain(self, steps, plan, x)
    }
}

impl Modelled for Matrix {
    fn terms(&self, _: &Plan) -> Option<Terms> {
        (self.unit.scales == 0).then(|| Terms::plain(self.unit.a.1, true, true))
    }

    /// Truncated sums by their description.
    fn sum(&self) -> Option<Own> {
        match self.unit.datapath {
            Datapath::Truncated(sum) => Some(Own::of(&sum.datapath(), self.unit.a.1)),
            _ => None,
        }
    }
}

/// The operation of a unit.
pub(super) fn op(unit: Unit) -> Op {
    let row = unit.row;
    let options = match unit.datapath {
        Datapath::BfdotExtended(_) => options::extended(),
        Datapath::Fp8(..) => options::fp8(),
        _ => Vec::new(),
    };
    Op {
        id: unit.id.clone(),
        summary: summary(&unit),
        operands: if unit.scales > 0 {
            &["a", "b", "c", "a_scale", "b_scale"]
        } else {
            &["a", "b", "c"]
        },
        flags: FlagKind::None,
        senseless: super::senseless(&options),
        options,
        section: super::section(row.section, row.standing, row.source),
        decisions: super::decisions::of(row.section, &[open(row.kind), row.open].concat()),
        link: link(&FAMILY, Matrix { unit }),
    }
}

/// What stays open of a kind of datapath.
const fn open(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Truncated(_) | Kind::Scaled(_) => &["SIL-O1", "SIL-O2", "SIL-O6"],
        Kind::Halves { .. } => &["SIL-O1", "SIL-O2"],
        Kind::Four(..) => &["SIL-O2", "SIL-O4"],
        Kind::Chain { .. } | Kind::Cdna2(_) => &["SIL-O5"],
        Kind::Cdna1(_) => &["SIL-O3", "SIL-O5"],
        Kind::Cdna3 { .. } => &["SIL-O1", "SIL-O5", "SIL-O10"],
        Kind::Fixed(..) | Kind::Fp8 => &[],
    }
}

/// What a unit does, in one line.
fn summary(unit: &Unit) -> String {
    let k = unit.a.1;
    match unit.datapath {
        Datapath::Truncated(sum) if sum.group < k => {
            format!(
                "a . b + c of {k} in groups of {}, cut {} bits below the largest exponent",
                sum.group, sum.bits
            )
        }
        Datapath::Truncated(sum) => {
            format!("a . b + c of {k}, cut {} bits below the largest exponent", sum.bits)
        }
        Datapath::Scaled(sum) => {
            format!(
                "a . b + c of {k} under scales, cut {} bits below the largest exponent",
                sum.bits
            )
        }
        Datapath::Halves(_) => format!("a . b + c of {k} in two sums of binary16"),
        Datapath::Four(four) => format!("a . b + c of {k} under scales of {} elements", four.block),
        Datapath::Chain(_) => format!("a . b + c of {k}, one fma after the other"),
        Datapath::Cdna1(sum) => format!("a . b + c of {k}, exact in groups of {}", sum.group),
        Datapath::Cdna2(sum) => {
            format!("a . b + c of {k}, rounded at each step of groups of {}", sum.group)
        }
        Datapath::Cdna3(sum) => {
            format!("a . b + c of {k} in groups of {}, cut, then brought down", sum.group)
        }
        Datapath::Vdpbf16ps => "the odd products first, two fused multiply-adds".to_owned(),
        Datapath::TilePairs(_) => format!("a . b + c of {k}, even and odd elements apart"),
        Datapath::TileTf32 => format!("a . b + c of {k}, one fma after the other, then c"),
        Datapath::Integers(dot) if dot.saturate => format!("a . b + c of {k}, clamped once"),
        Datapath::Integers(_) => format!("a . b + c of {k}, modulo 2^32"),
        Datapath::Bfdot => format!("a . b + c of {k}, rounded to odd at each step"),
        Datapath::BfdotExtended(_) => format!("a . b + c of {k} in exact pairs"),
        Datapath::Fp8(..) => format!("a . b + c of {k}, exact, rounded once"),
    }
}
