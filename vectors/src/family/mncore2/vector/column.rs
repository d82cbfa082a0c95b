//! Many cases at once, where slices of the precision go through hardware lanes.

use crate::registry::{Kernels, OpenColumn, Options};
use softfloat::mncore2::{Flagged, Precision, Profile};
use softfloat::slice::mncore2::vector;
use softfloat::{Bits, StaticFormat};

/// Cases in one go: what the processor's nearest cache holds.
const BLOCK: usize = 256;

type Sum<P> = <P as Precision>::Sum;
type Lower<P> = <Sum<P> as Precision>::Lower;

/// Evaluators that run columns of cases, too. Double precision has no lanes.
pub(super) fn with<P: Precision, const Y: bool, const Z: bool>(
    kernels: Kernels,
    options: &Options,
) -> Kernels {
    match kernels {
        Kernels::Open { decided, any, ports, .. } if P::FORMAT.width < 64 => {
            let all: OpenColumn = match options.r {
                true => column::<P, Lower<P>, Y, Z>,
                false => column::<P, Sum<P>, Y, Z>,
            };
            Kernels::Open { decided, any, ports, column: Some(all) }
        }
        other => other,
    }
}

/// Cases of the form with y or without, with z or without: operands, results, flags.
#[inline(never)]
fn column<P: Precision, O: Precision, const Y: bool, const Z: bool>(
    x: &[u64],
    out: &mut [u64],
    flags: &mut [u8],
) {
    let each = 1 + usize::from(Y) + usize::from(Z);
    let mut factors = [[P::Bits::ZERO; BLOCK]; 2];
    let mut addends = [<Sum<P> as StaticFormat>::Bits::ZERO; BLOCK];
    let mut results = [Flagged { bits: O::Bits::ZERO, flag: false }; BLOCK];
    let blocks = x.chunks(each * BLOCK).zip(out.chunks_mut(BLOCK)).zip(flags.chunks_mut(BLOCK));
    for ((x, out), flags) in blocks {
        let len = out.len().min(x.len() / each);
        for (i, case) in x.chunks_exact(each).enumerate() {
            factors[0][i] = P::Bits::low(case[0].into());
            if Y {
                factors[1][i] = P::Bits::low(case[1].into());
            }
            if Z {
                addends[i] = Bits::low(case[each - 1].into());
            }
        }
        let ([a, b], z) = (factors.each_ref().map(|all| &all[..len]), &addends[..len]);
        let (profile, results) = (&Profile::DECIDED, &mut results[..len]);
        let done = match (Y, Z) {
            (true, true) => vector::fma::<P, O>(profile, a, b, z, results),
            (true, false) => vector::mul::<P, O>(profile, a, b, results),
            (false, true) => vector::add_sum::<P, O>(profile, a, z, results),
            (false, false) => vector::passa::<P, O>(profile, a, results),
        };
        if done.is_err() {
            unreachable!("slices of one length");
        }
        for ((out, flag), result) in out.iter_mut().zip(flags).zip(results) {
            (*out, *flag) = (result.bits.wide() as u64, result.flag.into());
        }
    }
}
