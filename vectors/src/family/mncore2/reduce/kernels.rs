//! The evaluators of the reductions: elements in their own width, into the network's circuit.

use crate::family::mncore2::options::L1BSET;
use crate::registry::Options;
use softfloat::mncore2::{
    self, Double, L1bmIn, Mv8, Precision, Profile, Rrn16, Single, identity_max, identity_min,
};
use softfloat::{Bits, StaticFormat};

/// The elements in their own width.
#[inline(always)]
fn elements<P: StaticFormat, const N: usize>(x: &[u64]) -> [P::Bits; N] {
    let mut e = [P::Bits::ZERO; N];
    for (e, x) in e.iter_mut().zip(x) {
        *e = P::Bits::low((*x).into());
    }
    e
}

#[inline(always)]
fn put<B: Bits>(bits: B, out: &mut [u64]) -> bool {
    out[0] = bits.wide() as u64;
    true
}

#[inline(always)]
pub(crate) fn fadd<P: Precision, const N: usize>(
    p: &Profile,
    o: &Options,
    x: &[u64],
    out: &mut [u64],
) -> bool {
    let x = inside_set(o, elements::<P, N>(x), P::Bits::ZERO);
    put(mncore2::fadd::<P, P>(p, &x), out)
}

#[inline(always)]
pub(crate) fn fadd_mv8<P: Precision>(p: &Profile, _: &Options, x: &[u64], out: &mut [u64]) -> bool {
    let x = elements::<P, 8>(x);
    let sum = match p.mv8 {
        Mv8::L2b => mncore2::fadd_stages::<P, P, 4, 2>(p, &x, |k, i| 2 * k + i),
        Mv8::Group => mncore2::fadd_stages::<P, P, 2, 4>(p, &x, |k, i| 2 * i + k),
    };
    put(sum, out)
}

/// The L1BM circuits: 4 elements, or 16 in two stages, in single or double precision.
#[inline(always)]
fn l1bm<P: Precision, O: Precision, const N: usize>(p: &Profile, x: &[P::Bits; N]) -> O::Bits {
    match (N, p.rrn16) {
        (16, Rrn16::Low) => mncore2::fadd_stages::<P, O, 4, 4>(p, x, |k, i| 4 * k + i),
        (16, Rrn16::High) => mncore2::fadd_stages::<P, O, 4, 4>(p, x, |k, i| k + 4 * i),
        _ => mncore2::fadd::<P, O>(p, x),
    }
}

#[inline(always)]
pub(crate) fn fadd_l1bm_double<const N: usize>(
    p: &Profile,
    _: &Options,
    x: &[u64],
    out: &mut [u64],
) -> bool {
    put(l1bm::<Double, Double, N>(p, &elements::<Double, N>(x)), out)
}

/// Elements of `I` in the single circuit.
#[inline(always)]
fn singles<I: L1bmIn, const N: usize>(p: &Profile, x: &[u64]) -> [u32; N] {
    elements::<I, N>(x).map(|x| I::single(p, x))
}

#[inline(always)]
pub(crate) fn fadd_l1bm<I: L1bmIn, O: Precision, const N: usize>(
    p: &Profile,
    _: &Options,
    x: &[u64],
    out: &mut [u64],
) -> bool {
    put(l1bm::<Single, O, N>(p, &singles::<I, N>(p, x)), out)
}

#[inline(always)]
pub(crate) fn select<P: Precision, const MAX: bool, const N: usize>(
    _: &Profile,
    o: &Options,
    x: &[u64],
    out: &mut [u64],
) -> bool {
    let identity = if MAX { identity_max::<P>() } else { identity_min::<P>() };
    let x = inside_set(o, elements::<P, N>(x), identity);
    put(if MAX { mncore2::max::<P>(&x) } else { mncore2::min::<P>(&x) }, out)
}

#[inline(always)]
pub(crate) fn select_l1bm<I: L1bmIn, const SHORT: bool, const MAX: bool, const N: usize>(
    p: &Profile,
    _: &Options,
    x: &[u64],
    out: &mut [u64],
) -> bool {
    let x = singles::<I, N>(p, x);
    match (SHORT, MAX) {
        (true, true) => put(mncore2::max_shortened(p, &x), out),
        (true, false) => put(mncore2::min_shortened(p, &x), out),
        (false, true) => put(mncore2::max::<Single>(&x), out),
        (false, false) => put(mncore2::min::<Single>(&x), out),
    }
}

/// Elements outside the L1B set replaced by the identity.
#[inline(always)]
pub(crate) fn inside_set<B: Copy, const N: usize>(
    o: &Options,
    mut x: [B; N],
    identity: B,
) -> [B; N] {
    let set = o.get(&L1BSET);
    if set != u8::MAX {
        for (b, e) in x.iter_mut().take(8).enumerate() {
            if set >> b & 1 == 0 {
                *e = identity;
            }
        }
    }
    x
}
