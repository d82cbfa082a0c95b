//! How units come to their results: alignment, what is cut, each sum and each rounding, in arithmetic of its own.

mod cdna3;
mod four;
mod shared;
mod single;
mod stepwise;
mod tenstorrent;
mod truncated;
mod whole;

pub(super) use single::explain as explain_single;

use crate::explain::Told;
use crate::explain::steps::Steps;
use crate::family::number::explain::operand::{self, Operand};
use crate::family::number::explain::{Work, account};
use crate::family::sum::explain::code;
use crate::registry::Plan;
use shared::word;
use softfloat::silicon::Datapath;
use softfloat::sum::Datapath as Sum;

/// Explains a case of a unit of so many products.
pub(super) fn explain(
    datapath: &Datapath,
    k: usize,
    steps: &mut Steps,
    plan: &Plan,
    x: &[u64],
) -> Told {
    let make = |work: &mut Work<'_>, operands: &mut [Operand]| {
        operand::show_elements(work, operands);
        vec![result(datapath, k, work, operands)]
    };
    Told { decisions: true, ..account(steps, plan, x, make) }
}

/// The code of the result.
fn result(datapath: &Datapath, k: usize, work: &mut Work<'_>, x: &mut [Operand]) -> u64 {
    match datapath {
        Datapath::Truncated(sum) => truncated::truncated(work, sum, k, x, 0),
        Datapath::Scaled(sum) => truncated::scaled(work, sum, k, x),
        Datapath::Halves(sum) => truncated::halves(work, sum, k, x),
        Datapath::Four(sum) => four::explain(work, sum, k, x),
        Datapath::Chain(sum) => described(work, &sum.datapath(), k, x),
        Datapath::Cdna1(sum) => described(work, &sum.datapath(), k, x),
        Datapath::Cdna2(sum) => stepwise::cdna2(work, sum, k, x),
        Datapath::Cdna3(sum) => cdna3::explain(work, sum, k, x),
        Datapath::Vdpbf16ps => stepwise::vdpbf16ps(work, x),
        Datapath::TilePairs(_) => stepwise::tile_pairs(work, k, x),
        Datapath::TileTf32 => stepwise::tile_tf32(work, k, x),
        Datapath::Integers(dot) => whole::integers(work, dot, k, x),
        Datapath::Bfdot => stepwise::bfdot(work, k, x),
        Datapath::BfdotExtended(fpcr) => stepwise::bfdot_extended(work, *fpcr, k, x),
        Datapath::Fp8(sum, fpmr) => whole::fp8(work, sum, *fpmr, k, x),
    }
}

/// A sum that a description says all of, but the word of a NaN.
fn described(work: &mut Work<'_>, sum: &Sum, k: usize, x: &mut [Operand]) -> u64 {
    let result = code(work, sum, k, x);
    let nan = if sum.result.format.width == 64 { 0x7ff8 << 48 } else { 0x7fc0_0000 };
    word(work, &sum.result.format, result, nan)
}
