//! Units that sum products: one element of their result.

use super::case::operands;
use super::rows::{Kind, Unit};
use super::{FAMILY, corner as own, explain};
use super::{decisions, options};
use crate::cover::Modelled;
use crate::datapath::Own;
use crate::draw::random::element::Operand;
use crate::draw::{Cases, Draw, Elements, rng::Rng};
use crate::explain::{Explain, Told, steps::Steps};
use crate::family::operations::link;
use crate::family::sum::{corner, random};
use crate::registry::{
    Evaluate, FlagKind, Group, Kernels, Op, Options, Plan, Resolved, Shape, Terms,
};
use softfloat::format::{E8m0, Fp8E4m3Ocp};
use softfloat::silicon::{Datapath, Four, Profile, Scale};
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
        own::aligned(plan, cases);
        own::open(plan, cases);
    }

    #[inline]
    fn random(&self, rng: &mut Rng, _: &Plan, operands: &[Operand], x: &mut Elements) {
        let (sum, scales) = operands.split_at(operands.len().min(3));
        random::draw(rng, sum, x);
        let mut at: usize = sum.iter().map(|operand| operand.len).sum();
        for side in scales {
            for _ in 0..side.len {
                x[at] = own::scale(rng, side);
                at += 1;
            }
        }
    }
}

impl Explain for Matrix {
    fn explain(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
        explain::explain(&self.chosen(&plan.options), self.unit.a.1, steps, plan, x)
    }
}

impl Modelled for Matrix {
    fn terms(&self, _: &Plan) -> Option<Terms> {
        let cut = matches!(self.unit.datapath, Datapath::Cdna3(_) | Datapath::Halves(_));
        let terms = Terms { cut, ..Terms::plain(self.unit.a.1, true, true) };
        (self.unit.scales == 0).then_some(terms)
    }

    fn group(&self, _: &Plan) -> Option<Group> {
        (self.unit.scales > 0).then_some(Group::Scaled)
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
        senseless: options::senseless(&options),
        options,
        section: decisions::section(row.section, row.standing, row.source),
        decisions: decisions::of(row.section, &[open(row.kind), row.open].concat()),
        link: link(&FAMILY, Matrix { unit }),
    }
}

/// What stays open of a kind of datapath.
const fn open(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Truncated(_) | Kind::Scaled(_) => &["SIL-O1", "SIL-O2", "SIL-O6"],
        Kind::Halves { .. } => &["SIL-O1", "SIL-O2"],
        Kind::Four(..) => &["SIL-O2", "SIL-O4"],
        Kind::Chain { .. } => &["SIL-O5"],
        Kind::Cdna2(_) => &["SIL-D36", "SIL-O5"],
        Kind::Cdna1(_) => &["SIL-O3", "SIL-O5"],
        Kind::Cdna3 { .. } => &["SIL-O1", "SIL-O5", "SIL-O10"],
        Kind::Fixed(..) | Kind::Fp8 => &[],
    }
}

/// What a unit does, short enough to stand beside its id.
fn summary(unit: &Unit) -> String {
    let k = unit.a.1;
    let groups = |n: usize| match n < k {
        true => format!("groups of {n}"),
        false => format!("{k} products"),
    };
    match unit.datapath {
        Datapath::Truncated(sum) => format!("{} + c, cut at {} bits", groups(sum.group), sum.bits),
        Datapath::Scaled(sum) => format!("{k} scaled products + c, cut at {} bits", sum.bits),
        Datapath::Halves(_) => format!("{k} products + c in two f16 sums"),
        Datapath::Four(four) => format!("{k} products + c, scales of {}", four.block),
        Datapath::Chain(_) => format!("{k} products + c, one fma each"),
        Datapath::Cdna1(sum) => format!("exact {} + c", groups(sum.group)),
        Datapath::Cdna2(sum) => format!("{} + c, rounded at each step", groups(sum.group)),
        Datapath::Cdna3(sum) => format!("{} + c, cut, then brought down", groups(sum.group)),
        Datapath::Vdpbf16ps => "two fused multiply-adds, the odd one first".to_owned(),
        Datapath::TilePairs(_) => format!("{k} products + c, even and odd ones apart"),
        Datapath::TileTf32 => format!("{k} products, one fma each, + c"),
        Datapath::Integers(dot) if dot.saturate => format!("{k} products + c, clamped once"),
        Datapath::Integers(_) => format!("{k} products + c modulo 2^32"),
        Datapath::Bfdot => format!("{k} products + c, rounded to odd at each step"),
        Datapath::BfdotExtended(_) => format!("{k} products + c in exact pairs"),
        Datapath::Fp8(..) => format!("{k} products + c, rounded once"),
    }
}
