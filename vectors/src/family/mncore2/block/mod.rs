//! `mncore2.bf.*`: block-float conversion.

mod corner;
mod explain;

use super::options::{N, SHORT};
use super::{Resolve, Unit, family, kernels, link};
use crate::draw::random::element::Operand;
use crate::draw::random::groups;
use crate::draw::{Cases, Elements, rng::Rng};
use crate::explain::steps::Steps;
use crate::registry::{Family, FlagKind, Group, Op, Options, Outcome, Plan, Resolved, Shape};
use softfloat::format::{MnBfDouble, MnBfHalf, MnBfHalfExt, MnBfPseudoSingle, MnBfSingle};
use softfloat::mncore2::{Double, Half, Precision, Profile, PseudoSingle, Single, block};
use softfloat::{Bits, StaticFormat};

pub(crate) static FAMILY: Family = family("mncore2.block", &[&SHORT.row, &N.row], operations);

#[derive(Debug)]
struct Block {
    resolve: Resolve,
    /// Mantissa bits that are kept where the options do not say.
    kept: u32,
    /// Whether small elements are in the extended representation.
    extended: bool,
    /// Whether it takes halves.
    half: bool,
}

impl Unit for Block {
    const FAMILY: &'static Family = &FAMILY;

    fn resolve(&self, options: &Options) -> Resolved {
        (self.resolve)(options)
    }

    fn corner(&self, plan: &Plan, cases: &mut Cases) {
        corner::directed(plan, cases);
    }

    #[inline]
    fn random(&self, rng: &mut Rng, _: &Plan, operands: &[Operand], x: &mut Elements) {
        groups::block(rng, &operands[0], x);
    }

    fn steps(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Outcome {
        explain::explain(steps, plan, x)
    }

    /// Behind the ports; what passes through them first is another operation.
    fn group(&self, plan: &Plan) -> Option<Group> {
        let Self { kept, extended, .. } = *self;
        let (kept, raise) = match plan.options.get(&N) {
            0 => (kept, 0),
            n => (n, kept - n),
        };
        plan.ports.is_none().then_some(Group::Common { kept, raise, extended })
    }
}

/// Converts in the elements' own width.
#[inline(always)]
fn in_place<P: Precision>(x: &[u64], out: &mut [u64], convert: impl Fn(&mut [P::Bits])) -> bool {
    let mut elements = [P::Bits::ZERO; 16];
    for (e, x) in elements.iter_mut().zip(x) {
        *e = P::Bits::low((*x).into());
    }
    convert(&mut elements[..P::BLOCK]);
    for (o, e) in out.iter_mut().zip(elements) {
        *o = e.wide() as u64;
    }
    false
}

#[inline(always)]
fn bfn<P: Precision>(p: &Profile, _: &Options, x: &[u64], out: &mut [u64]) -> bool {
    in_place::<P>(x, out, |b| block::bfn::<P>(p, b))
}

#[inline(always)]
fn hbfn(_: &Profile, o: &Options, x: &[u64], out: &mut [u64]) -> bool {
    in_place::<Half>(x, out, |b| block::hbfn(b, o.get(&N)))
}

#[inline(always)]
fn hbfe(_: &Profile, o: &Options, x: &[u64], out: &mut [u64]) -> bool {
    in_place::<Half>(x, out, |b| block::hbfe(b, o.get(&N)))
}

macro_rules! resolver {
    ($name:ident, $p:ty, $to:ty, $kernel:expr) => {
        fn $name(_: &Options) -> Resolved {
            Resolved {
                operands: vec![Shape::many(<$p>::FORMAT, <$p>::BLOCK)],
                results: vec![Shape::many(<$to>::FORMAT, <$p>::BLOCK)],
                kernels: kernels!($kernel),
            }
        }
    };
}
resolver!(dbfn_op, Double, MnBfDouble, bfn::<Double>);
resolver!(fbfn_op, Single, MnBfSingle, bfn::<Single>);
resolver!(gbfn_op, PseudoSingle, MnBfPseudoSingle, bfn::<PseudoSingle>);
resolver!(hbfn_op, Half, MnBfHalf, hbfn);
resolver!(hbfe_op, Half, MnBfHalfExt, hbfe);

fn op(name: &str, summary: &str, decisions: &[&'static str], block: Block) -> Op {
    let options = if block.half { vec![N.any(), SHORT.among(1)] } else { Vec::new() };
    let mut decisions = decisions.to_vec();
    if block.half {
        decisions.extend(["MN-D02", "MN-D28"]);
    }
    Op {
        id: format!("mncore2.bf.{name}"),
        summary: summary.to_owned(),
        operands: &["x"],
        flags: FlagKind::Mask,
        options,
        section: "3.6.12.12, 4.4".to_owned(),
        decisions,
        senseless: Vec::new(),
        link: link(block),
    }
}

fn converting<P: Precision>(resolve: Resolve, extended: bool) -> Block {
    Block { resolve, kept: P::BLOCK_BITS, extended, half: P::FORMAT == Half::FORMAT }
}

fn operations() -> Vec<Op> {
    let d35 = &["MN-D35"];
    vec![
        op("dbfn", "block of 4 to double block float", d35, converting::<Double>(dbfn_op, false)),
        op("fbfn", "block of 4 to single block float", d35, converting::<Single>(fbfn_op, false)),
        op(
            "gbfn",
            "block of 8 to pseudo-single block float",
            &["MN-D16", "MN-D35"],
            converting::<PseudoSingle>(gbfn_op, false),
        ),
        op(
            "hbfn",
            "block of 16 to half block float",
            &["MN-D35", "MN-D40"],
            converting::<Half>(hbfn_op, false),
        ),
        op(
            "hbfe",
            "block of 16 to extended half block float",
            &["MN-D35", "MN-D38", "MN-D40"],
            converting::<Half>(hbfe_op, true),
        ),
    ]
}
