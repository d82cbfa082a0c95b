//! `mncore2.mau.*`: multiply-add, vector and matrix-vector.

use crate::kernels;
use crate::registry::{
    Family, FlagKind, Kernels, Op, OptionKind, OptionSpec, Options, Resolved, Resolver, Shape,
};
use softfloat::format::{MnBfDouble, MnBfHalfExt, MnBfPseudoSingle, MnBfSingle};
use softfloat::mncore::{
    Double, Flagged, Half, Precision, Profile, PseudoSingle, Single, matrix, vector,
};
use softfloat::{Bits, Format, StaticFormat};

#[inline(always)]
fn put<B: Bits>(r: Flagged<B>, out: &mut [u64]) -> bool {
    out[0] = r.bits.wide() as u64;
    r.flag
}

#[inline(always)]
fn take<P: StaticFormat>(x: u64) -> P::Bits {
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
        if $options.r {
            (
                kernels!($kernel::<$p, <<$p as Precision>::Sum as Precision>::Lower>),
                <<$p as Precision>::Sum as Precision>::Lower::FORMAT,
            )
        } else {
            (kernels!($kernel::<$p, <$p as Precision>::Sum>), <$p as Precision>::Sum::FORMAT)
        }
    };
}

fn resolved((kernels, result): (Kernels, Format), operands: Vec<Shape>) -> Resolved {
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
    resolve: [fn(&Options) -> Resolved; 3],
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

const INDICES: [&[u8]; 4] = [&[], &[0], &[0, 1], &[0, 1, 2]];

fn indices(name: &'static str, of: &'static [u8]) -> Option<OptionSpec> {
    (!of.is_empty()).then_some(OptionSpec { name, kind: OptionKind::Indices(of) })
}

fn vector_op(form: &Form, letter: char, which: usize) -> Op {
    let count = form.operands.len();
    // In half precision the addend is single: `e` is for it, `r` for the factors.
    let factors = count - usize::from(form.z);
    let single_addend: &[u8] = match (form.z, count) {
        (true, 3) => &[2],
        (true, _) => &[1],
        _ => &[],
    };
    let half = letter == 'h';
    let options = [
        indices("neg", INDICES[count]),
        indices("ext", if half { single_addend } else { INDICES[count] }),
        indices("short", if half { INDICES[factors] } else { &[] }),
        (letter != 'f').then_some(OptionSpec::switch("r")),
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
        family: Family::Vector { y: form.y, z: form.z },
        senseless: Vec::new(),
        resolve: Resolver::new(form.resolve[which]),
    }
}

pub(super) fn vector_operations() -> Vec<Op> {
    let letters = ['d', 'f', 'h'];
    (0..3).flat_map(|i| FORMS.iter().map(move |f| vector_op(f, letters[i], i))).collect()
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
type MatrixRow = (char, [&'static str; 2], [fn(&Options) -> Resolved; 2]);

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
        indices("neg", if with_addend { &[1, 2] } else { &[1] }),
        indices("ext", if with_addend { &[2] } else { &[] }),
        matches!(letter, 'd' | 'h').then_some(OptionSpec::switch("r")),
    ];
    let mut decisions = vec!["MN-D13", "MN-D14", "MN-D15", "MN-D17", "MN-D19", "MN-D29", "MN-D32"];
    if letter == 'h' {
        decisions.push("MN-D18");
    }
    let (name, formula) = if with_addend { ("mfma", "row . x + y") } else { ("mmul", "row . x") };
    Op {
        id: format!("mncore2.mau.{letter}{name}"),
        summary: format!("{formula} over block floats, {}", super::precision_name(letter)),
        operands: if with_addend { &["row", "x", "y"] } else { &["row", "x"] },
        flags: FlagKind::Mask,
        options: options.into_iter().flatten().collect(),
        section: row.1[which].to_owned(),
        decisions,
        family: Family::Matrix,
        senseless: Vec::new(),
        resolve: Resolver::new(row.2[which]),
    }
}

pub(super) fn matrix_operations() -> Vec<Op> {
    MATRIX
        .iter()
        .flat_map(|row| [true, false].map(|with_addend| matrix_op(row.0, with_addend, row)))
        .collect()
}
