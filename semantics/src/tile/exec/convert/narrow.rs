//! Numbers of 32 and 16 bits to elements without scales, in slices (TILE-D48, D49).

use super::super::element::Element;
use super::super::mask::Mask;
use super::super::typed::{any_special, bytes as write, codes as read, negate};
use super::Conversion;
use super::rules::{Saturation, element};
use softfloat::format::{
    Bf16, Binary16, Binary32, Fp8E4m3Fnuz, Fp8E4m3Ocp, Fp8E5m2Fnuz, Fp8E5m2Ocp,
};
use softfloat::{Bits, Flags, StaticFormat, slice};

/// Every element that the mask lets through.
pub(super) fn convert(c: &Conversion, bytes: &[u8], mask: Mask, out: &mut [u8]) -> Flags {
    match c.from {
        Element::Bf16 => from::<Bf16>(c, bytes, mask, out),
        Element::F16 => from::<Binary16>(c, bytes, mask, out),
        _ => from::<Binary32>(c, bytes, mask, out),
    }
}

fn from<A: StaticFormat>(c: &Conversion, bytes: &[u8], mask: Mask, out: &mut [u8]) -> Flags {
    match (c.to, c.codes.fp8_ocp) {
        (Element::E4m3, false) => runs::<A, Fp8E4m3Fnuz>(c, bytes, mask, out),
        (Element::E4m3, true) => runs::<A, Fp8E4m3Ocp>(c, bytes, mask, out),
        (Element::E5m2, false) => runs::<A, Fp8E5m2Fnuz>(c, bytes, mask, out),
        (Element::E5m2, true) => runs::<A, Fp8E5m2Ocp>(c, bytes, mask, out),
        (Element::Bf16, _) => runs::<A, Bf16>(c, bytes, mask, out),
        (Element::F16, _) => runs::<A, Binary16>(c, bytes, mask, out),
        _ => runs::<A, Binary32>(c, bytes, mask, out),
    }
}

fn runs<A: StaticFormat, B: StaticFormat>(
    c: &Conversion,
    bytes: &[u8],
    mask: Mask,
    out: &mut [u8],
) -> Flags {
    let (wide, narrow) = (A::Bits::BITS as usize, B::Bits::BITS as usize);
    let mut flags = Flags::NONE;
    for run in mask.runs(out.len()) {
        let source = run.start * wide / narrow..run.end * wide / narrow;
        let (Some(source), Some(out)) = (bytes.get(source), out.get_mut(run)) else { continue };
        flags |= run_of::<A, B>(c, source, out);
    }
    flags
}

fn run_of<A: StaticFormat, B: StaticFormat>(c: &Conversion, bytes: &[u8], out: &mut [u8]) -> Flags {
    let mut codes = read::<A>(bytes);
    if c.negate {
        negate::<A>(&mut codes);
    }
    let mut results = vec![B::Bits::ZERO; codes.len()];
    if any_special::<A>(&codes) {
        let flags = one_by_one::<A, B>(c, &codes, &mut results);
        write::<B>(&results, out);
        return flags;
    }
    if c.saturation == Saturation::Relu {
        let sign = A::FORMAT.width - 1;
        codes.iter_mut().filter(|code| code.bit(sign)).for_each(|code| *code = A::Bits::ZERO);
    }
    // Slices of one length always agree.
    let flags = slice::convert::<A, B>(&codes, &mut results, &c.rules().env());
    if c.saturation == Saturation::Off && !B::FORMAT.has_infinity() {
        canonical::<B>(&mut results);
    }
    write::<B>(&results, out);
    flags.unwrap_or(Flags::NONE)
}

/// NaNs that stand for numbers beyond the largest lose their sign (TILE-D30).
fn canonical<B: StaticFormat>(results: &mut [B::Bits]) {
    let nan = B::Bits::low(B::FORMAT.canonical_nan().unwrap_or(0).into());
    let negative = nan | B::Bits::ONE << (B::FORMAT.width - 1);
    results.iter_mut().filter(|code| **code == negative).for_each(|code| *code = nan);
}

fn one_by_one<A: StaticFormat, B: StaticFormat>(
    c: &Conversion,
    codes: &[A::Bits],
    results: &mut [B::Bits],
) -> Flags {
    let mut flags = Flags::NONE;
    for (&code, result) in codes.iter().zip(results) {
        let rounded = element(A::FORMAT.decode(code.wide() as u64), &B::FORMAT, c.rules());
        *result = B::Bits::low(rounded.bits.into());
        flags |= rounded.flags;
    }
    flags
}
