//! Reductions of the RRN (s. 3.5.5, 4.2) over slices of long words: the elements at one place of all
//! sources make the element at that place of the result.
//!
//! Sources come as `STAGES` arrays of `SIZE`. A floating-point sum rounds after each array and once
//! more over the arrays' sums (s. 4.2.1); one array is one rounding. No other operation depends on
//! the arrangement.

#[cfg(test)]
pub(super) mod tests;

use crate::mncore2::isa::{Rrn, RrnOp};
use softfloat::mncore2::integer::{self, Reduction};
use softfloat::mncore2::{
    Double, Half, Precision, Profile, Single, fadd_arrays, max, max_shortened, min, min_shortened,
};
use softfloat::slice::mncore2::sums;
use softfloat::slice::{Kernel, vectorised};
use softfloat::{Bits, StaticFormat};
use std::marker::PhantomData;

const PROFILE: &Profile = &Profile::DECIDED;

/// What is reduced: slices as long as the result.
pub(super) type Sources<'a, const STAGES: usize, const SIZE: usize> = [[&'a [u64]; SIZE]; STAGES];

/// Reduces word by word into `out`.
pub(super) fn reduce<const STAGES: usize, const SIZE: usize>(
    rrn: Rrn,
    sources: &Sources<'_, STAGES, SIZE>,
    out: &mut [u64],
) {
    match rrn.precision.bits() {
        64 => typed::<Double, STAGES, SIZE>(rrn.op, sources, out),
        32 => typed::<Single, STAGES, SIZE>(rrn.op, sources, out),
        _ => typed::<Half, STAGES, SIZE>(rrn.op, sources, out),
    }
}

/// Reduces single-precision elements to half precision (s. 3.6.8.5); each result stands in the low
/// half word of its single word. The final rounding is the only one to half.
pub(super) fn reduce_shortened<const STAGES: usize, const SIZE: usize>(
    op: RrnOp,
    sources: &Sources<'_, STAGES, SIZE>,
    out: &mut [u64],
) {
    match op {
        RrnOp::Fadd => sum::<Single, Half, _, _>(sources, out),
        RrnOp::Max => {
            each::<Single, Half, _, _>(sources, out, |x| max_shortened(PROFILE, x.as_flattened()))
        }
        RrnOp::Min => {
            each::<Single, Half, _, _>(sources, out, |x| min_shortened(PROFILE, x.as_flattened()))
        }
        // Integers have no shortened form.
        _ => typed::<Single, STAGES, SIZE>(op, sources, out),
    }
}

/// A long word of elements that change nothing in a reduction: what an L1B outside the set sends
/// (s. 3.6.7.6).
pub(super) fn identity(rrn: Rrn) -> u64 {
    let width = rrn.precision.bits();
    let ones = u64::MAX >> (64 - width);
    let element = match rrn.op {
        RrnOp::Fadd => 0,
        RrnOp::Max => ones,
        RrnOp::Min => ones >> 1,
        RrnOp::Iadd => integer::identity(Reduction::Iadd, width),
        RrnOp::Band => integer::identity(Reduction::Band, width),
        RrnOp::Bor => integer::identity(Reduction::Bor, width),
        RrnOp::And => integer::identity(Reduction::And, width),
        RrnOp::Or => integer::identity(Reduction::Or, width),
    };
    element * (u64::MAX / ones)
}

/// The reduction of elements of P's width; for integers P is only that width.
fn typed<P: Precision, const STAGES: usize, const SIZE: usize>(
    op: RrnOp,
    sources: &Sources<'_, STAGES, SIZE>,
    out: &mut [u64],
) {
    match op {
        RrnOp::Fadd => sum::<P, P, _, _>(sources, out),
        RrnOp::Max => each::<P, P, _, _>(sources, out, |x| max::<P>(x.as_flattened())),
        RrnOp::Min => each::<P, P, _, _>(sources, out, |x| min::<P>(x.as_flattened())),
        RrnOp::Iadd => whole::<P, _, _>(Reduction::Iadd, sources, out),
        RrnOp::Band => whole::<P, _, _>(Reduction::Band, sources, out),
        RrnOp::Bor => whole::<P, _, _>(Reduction::Bor, sources, out),
        RrnOp::And => whole::<P, _, _>(Reduction::And, sources, out),
        RrnOp::Or => whole::<P, _, _>(Reduction::Or, sources, out),
    }
}

/// The reduction of floating-point elements by addition.
fn sum<P: Precision, O: Precision, const STAGES: usize, const SIZE: usize>(
    sources: &Sources<'_, STAGES, SIZE>,
    out: &mut [u64],
) {
    if P::FORMAT.width == 64 {
        return each::<P, O, _, _>(sources, out, |x| fadd_arrays::<P, O, _, _>(PROFILE, x));
    }
    let done = sums::fadd::<P, O, _, _>(sources, out);
    assert_eq!(done, Ok(()), "words are as many as the result's");
}

/// The reduction of integers.
#[inline(always)]
fn whole<P: Precision, const STAGES: usize, const SIZE: usize>(
    op: Reduction,
    sources: &Sources<'_, STAGES, SIZE>,
    out: &mut [u64],
) {
    each::<P, P, _, _>(sources, out, |x| {
        let x = x.map(|stage| stage.map(|e| e.wide() as u64));
        P::Bits::low(integer::reduce(PROFILE, op, P::FORMAT.width, x.as_flattened()).into())
    });
}

/// Applies `f` to the elements of P's width at each place, in the processor's vectors.
#[inline(always)]
fn each<P: StaticFormat, O: StaticFormat, const STAGES: usize, const SIZE: usize>(
    sources: &Sources<'_, STAGES, SIZE>,
    out: &mut [u64],
    f: impl Fn(&[[P::Bits; SIZE]; STAGES]) -> O::Bits,
) {
    vectorised(Each { sources, out, f, form: PhantomData::<(P, O)> });
}

struct Each<'a, P, O, F, const STAGES: usize, const SIZE: usize> {
    sources: &'a Sources<'a, STAGES, SIZE>,
    out: &'a mut [u64],
    f: F,
    form: PhantomData<(P, O)>,
}

impl<P, O, F, const STAGES: usize, const SIZE: usize> Kernel for Each<'_, P, O, F, STAGES, SIZE>
where
    P: StaticFormat,
    O: StaticFormat,
    F: Fn(&[[P::Bits; SIZE]; STAGES]) -> O::Bits,
{
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (k, result) in self.out.iter_mut().enumerate() {
            let words = self.sources.map(|stage| stage.map(|source| source[k]));
            *result = (0..64).step_by(P::FORMAT.width as usize).fold(0, |word, at| {
                let x = words.map(|stage| stage.map(|w| P::Bits::low((w >> at).into())));
                word | ((self.f)(&x).wide() as u64) << at
            });
        }
    }
}
