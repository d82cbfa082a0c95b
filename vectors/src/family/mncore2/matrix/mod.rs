//! `mncore2.mau.*m*`: matrix-vector multiply-add over block floats.

mod corner;
mod explain;
mod random;

use super::options::{EXT, NEG, R};
use super::vector::{indices, lowered, put, resolved, take};
use super::{RULES, Resolve, Unit, family, kernels, link};
use crate::draw::random::element::Operand;
use crate::draw::{Cases, Elements, rng::Rng};
use crate::explain::steps::Steps;
use crate::registry::{
    Family, FlagKind, Op, Options, Outcome, Plan, Resolved, Shape, Shared, Terms, Undefined, split,
};
use softfloat::block::BlockFormat;
use softfloat::format::{MnBfDouble, MnBfHalfExt, MnBfPseudoSingle, MnBfSingle};
use softfloat::mncore2::{Double, Half, Precision, Profile, PseudoSingle, Single, matrix};
use softfloat::{Bits, Env, StaticFormat};

pub(crate) static FAMILY: Family =
    family("mncore2.matrix", &[&NEG.row, &EXT.row, &R.row], operations);

#[derive(Debug)]
struct Matrix {
    resolve: Resolve,
    /// Low bits of the significands whose mutual product is left out.
    omitted: u32,
}

impl Unit for Matrix {
    const FAMILY: &'static Family = &FAMILY;

    fn resolve(&self, options: &Options) -> Resolved {
        (self.resolve)(options)
    }

    fn corner(&self, plan: &Plan, cases: &mut Cases) {
        corner::directed(plan, cases);
    }

    #[inline]
    fn random(&self, rng: &mut Rng, plan: &Plan, operands: &[Operand], x: &mut Elements) {
        random::matrix(rng, plan, operands, x);
    }

    fn terms(&self, plan: &Plan) -> Option<Terms> {
        let (len, addend) = (plan.operands[0].len, plan.operands.len() > 2);
        let shared = Some(Shared { omitted: self.omitted });
        let terms = Terms { shared, ..Terms::plain(len, true, addend) };
        plan.ports.is_none().then_some(terms)
    }

    fn rules(&self, _: &Plan) -> Env {
        RULES
    }

    fn steps(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Outcome {
        explain::explain(steps, plan, x)
    }

    /// The manual defines no product of an invalid block, so that no list of readings is complete.
    fn undefined(&self) -> Option<Undefined> {
        Some(Undefined { decision: "MN-D32", hangs: has_invalid_block })
    }
}

/// Whether a block has unequal exponent fields (0 aside in half precision).
fn has_invalid_block(plan: &Plan, x: &[u64]) -> bool {
    split(&plan.operands, x).any(|(shape, own)| {
        BlockFormat::by_name(shape.format.name)
            .is_some_and(|block| !block.is_valid(block.common_exponent(own), own))
    })
}

/// The two blocks at the head of the operands, in their own width.
#[inline(always)]
fn blocks<P: Precision>(x: &[u64]) -> ([P::Bits; 16], [P::Bits; 16]) {
    let mut pair = ([P::Bits::ZERO; 16], [P::Bits::ZERO; 16]);
    for i in 0..P::BLOCK {
        pair.0[i] = take::<P>(x[i]);
        pair.1[i] = take::<P>(x[P::BLOCK + i]);
    }
    pair
}

#[inline(always)]
fn mfma<P: Precision, O: Precision>(p: &Profile, _: &Options, x: &[u64], out: &mut [u64]) -> bool {
    let (a, b) = blocks::<P>(x);
    let c = take::<P::Sum>(x[2 * P::BLOCK]);
    put(matrix::fma::<P, O>(p, &a[..P::BLOCK], &b[..P::BLOCK], c), out)
}

#[inline(always)]
fn mmul<P: Precision, O: Precision>(p: &Profile, _: &Options, x: &[u64], out: &mut [u64]) -> bool {
    let (a, b) = blocks::<P>(x);
    put(matrix::mul::<P, O>(p, &a[..P::BLOCK], &b[..P::BLOCK]), out)
}

fn mfma_op<P: Precision, B: StaticFormat>(o: &Options) -> Resolved {
    let block = Shape::many(B::FORMAT, P::BLOCK);
    resolved(lowered!(mfma, P, o), vec![block, block, Shape::one(P::Sum::FORMAT)])
}

fn mmul_op<P: Precision, B: StaticFormat>(o: &Options) -> Resolved {
    let block = Shape::many(B::FORMAT, P::BLOCK);
    resolved(lowered!(mmul, P, o), vec![block, block])
}

/// Letter, sections of mfma and mmul, their resolvers.
type MatrixRow = (char, [&'static str; 2], [Resolve; 2]);

const MATRIX: [MatrixRow; 4] = [
    (
        'd',
        ["3.6.9.2, 4.5", "3.6.9.3, 4.5"],
        [mfma_op::<Double, MnBfDouble>, mmul_op::<Double, MnBfDouble>],
    ),
    (
        'f',
        ["3.6.9.4, 4.5", "3.6.9.5, 4.5"],
        [mfma_op::<Single, MnBfSingle>, mmul_op::<Single, MnBfSingle>],
    ),
    (
        'g',
        ["3.6.9.6, 4.5", "3.6.9.7, 4.5"],
        [mfma_op::<PseudoSingle, MnBfPseudoSingle>, mmul_op::<PseudoSingle, MnBfPseudoSingle>],
    ),
    (
        'h',
        ["3.6.9.8, 4.5", "3.6.9.9, 4.5"],
        [mfma_op::<Half, MnBfHalfExt>, mmul_op::<Half, MnBfHalfExt>],
    ),
];

fn matrix_op(letter: char, with_addend: bool, row: &MatrixRow) -> Op {
    let which = usize::from(!with_addend);
    let options = [
        indices(&NEG, if with_addend { 0b110 } else { 0b10 }),
        indices(&EXT, if with_addend { 0b100 } else { 0 }),
        matches!(letter, 'd' | 'h').then_some(R.any()),
    ];
    let mut decisions = vec!["MN-D13", "MN-D14", "MN-D15", "MN-D17", "MN-D19", "MN-D29", "MN-D32"];
    if letter == 'h' {
        decisions.push("MN-D18");
    }
    let omitted = match letter {
        'd' => Double::OMITTED,
        'f' => Single::OMITTED,
        _ => 0,
    };
    let (name, formula) = if with_addend { ("mfma", "row . x + y") } else { ("mmul", "row . x") };
    Op {
        id: format!("mncore2.mau.{letter}{name}"),
        summary: format!("{formula} over block floats, {}", super::precision_name(letter)),
        operands: if with_addend { &["row", "x", "y"] } else { &["row", "x"] },
        flags: FlagKind::Mask,
        options: options.into_iter().flatten().collect(),
        section: row.1[which].to_owned(),
        decisions,
        senseless: Vec::new(),
        link: link(Matrix { resolve: row.2[which], omitted }),
    }
}

fn operations() -> Vec<Op> {
    MATRIX
        .iter()
        .flat_map(|row| [true, false].map(|with_addend| matrix_op(row.0, with_addend, row)))
        .collect()
}
