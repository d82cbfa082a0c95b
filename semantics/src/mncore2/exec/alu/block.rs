//! Conversion to block float over the four PEs of a MAB (s. 3.6.12.12).

use crate::mncore2::exec::view::{View, get, put};
use crate::mncore2::isa::{AluOp, Precision};
use crate::mncore2::state::{CYCLES, LANES, PES, Path, Row};
use softfloat::Bits;
use softfloat::mncore2::{Double, Half, Precision as Format, Profile, PseudoSingle, Single, block};

/// `bfn`, `bfe`; `bits` is the mantissa length of half.
pub(super) fn run(op: AluOp, precision: Precision, bits: u32, x: &View<'_>, out: &mut Path) {
    match precision.bits() {
        64 => long::<Double>(x, out, 1, |b| block::bfn::<Double>(&Profile::DECIDED, b)),
        32 if precision == Precision::G => {
            long::<PseudoSingle>(x, out, 2, |b| block::bfn::<PseudoSingle>(&Profile::DECIDED, b));
        }
        32 => long::<Single>(x, out, 1, |b| block::bfn::<Single>(&Profile::DECIDED, b)),
        // Half works on both long words.
        _ if op == AluOp::Bfe => both(x, out, |b| block::hbfe(b, bits)),
        _ => both(x, out, |b| block::hbfn(b, bits)),
    }
}

fn both(x: &View<'_>, out: &mut Path, convert: impl Fn(&mut [u16])) {
    for c in 0..CYCLES {
        row::<Half>(x.hi[c], &mut out.hi[c], 4, &convert);
        row::<Half>(x.lo[c], &mut out.lo[c], 4, &convert);
    }
}

/// The MSB-side long words; the others pass.
fn long<P: Format>(x: &View<'_>, out: &mut Path, share: u32, convert: impl Fn(&mut [P::Bits])) {
    for c in 0..CYCLES {
        row::<P>(x.hi[c], &mut out.hi[c], share, &convert);
    }
    x.copy_lo(out);
}

/// Blocks of `share` elements of each PE of a MAB: one block, of single precision two.
#[inline(always)]
fn row<P: Format>(x: &Row, out: &mut Row, share: u32, convert: &impl Fn(&mut [P::Bits])) {
    let width = P::FORMAT.width;
    let blocks = 64 / width / share;
    for mab in (0..LANES).step_by(PES) {
        out[mab..mab + PES].fill(0);
        for first in 0..blocks {
            // Element `k` of the block lies in PE `k / share`.
            let place = |k: usize| (mab + k / share as usize, first + k as u32 % share);
            let mut codes = [P::Bits::ZERO; 16];
            let codes = &mut codes[..PES * share as usize];
            for (k, code) in codes.iter_mut().enumerate() {
                let (lane, at) = place(k);
                *code = P::Bits::low(get(width, x[lane], 0, at).into());
            }
            convert(codes);
            for (k, code) in codes.iter().enumerate() {
                let (lane, at) = place(k);
                out[lane] |= put(width, code.wide() as u64, at).0;
            }
        }
    }
}
