//! `mncore2.convert.A_to_B`: extension and shortening.

use crate::kernels;
use crate::registry::{
    Family, FlagKind, Kernels, Op, OptionSpec, Options, Resolved, Resolver, Shape,
};
use softfloat::mncore::{Double, Half, Precision, Profile, Single, extend, narrow, shorten_in};
use softfloat::{Bits, StaticFormat};

fn widen<A: Precision, B: Precision>(p: &Profile, _: &Options, x: &[u64], out: &mut [u64]) -> bool {
    out[0] = extend::<A, B>(p, A::Bits::low(x[0].into())).wide() as u64;
    true
}

#[inline(always)]
fn output<A: Precision, B: Precision>(
    p: &Profile,
    _: &Options,
    x: &[u64],
    out: &mut [u64],
) -> bool {
    out[0] = narrow::<A, B>(p, A::Bits::low(x[0].into())).wide() as u64;
    true
}

#[inline(always)]
fn input<A: Precision, B: Precision>(p: &Profile, _: &Options, x: &[u64], out: &mut [u64]) -> bool {
    out[0] = shorten_in::<A, B>(p, A::Bits::low(x[0].into())).wide() as u64;
    true
}

fn resolved<A: StaticFormat, B: StaticFormat>(kernels: Kernels) -> Resolved {
    Resolved {
        operands: vec![Shape::one(A::FORMAT)],
        results: vec![Shape::one(B::FORMAT)],
        kernels,
    }
}

fn widening<A: Precision, B: Precision>(_: &Options) -> Resolved {
    resolved::<A, B>(kernels!(widen::<A, B>))
}

fn narrowing<A: Precision, B: Precision>(o: &Options) -> Resolved {
    resolved::<A, B>(if o.port_input { kernels!(input::<A, B>) } else { kernels!(output::<A, B>) })
}

fn op(a: char, b: char, wider: bool, resolve: fn(&Options) -> Resolved) -> Op {
    let name = super::precision_name;
    let (verb, section, decisions) = if wider {
        ("extended", "3.6.9.23", vec!["MN-D01"])
    } else {
        ("rounded", "3.6.9.24, 3.6.9.25, 3.6.12.19, 4.1", vec!["MN-D02", "MN-D28", "MN-D29"])
    };
    let port = OptionSpec::choice("port");
    Op {
        id: format!("mncore2.convert.{a}_to_{b}"),
        summary: format!("{} {verb} to {}", name(a), name(b)),
        operands: &["x"],
        flags: FlagKind::None,
        options: if wider { Vec::new() } else { vec![port] },
        section: section.to_owned(),
        decisions,
        family: Family::Convert,
        senseless: Vec::new(),
        resolve: Resolver::new(resolve),
    }
}

pub(super) fn operations() -> Vec<Op> {
    vec![
        op('h', 'f', true, widening::<Half, Single>),
        op('h', 'd', true, widening::<Half, Double>),
        op('f', 'd', true, widening::<Single, Double>),
        op('f', 'h', false, narrowing::<Single, Half>),
        op('d', 'f', false, narrowing::<Double, Single>),
        op('d', 'h', false, narrowing::<Double, Half>),
    ]
}
