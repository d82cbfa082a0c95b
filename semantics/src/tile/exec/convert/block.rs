//! Numbers to blocks of 32 elements under a scale (TILE-D23, D45 to D47, D83, D88).

use super::super::element::{Element, pack};
use super::super::mask::Mask;
use super::super::typed::{codes as read, negate};
use super::rules::Saturation;
use super::scaled::{Elements, Whole, scaled};
use super::{Conversion, Group};
use softfloat::format::{
    Bf16, Binary16, Binary32, Fp4E2m1, Fp6E2m3, Fp6E3m2, Fp8E4m3Fnuz, Fp8E4m3Ocp, Fp8E5m2Fnuz,
    Fp8E5m2Ocp, MxInt4Elem, MxInt8Elem,
};
use softfloat::mx::{Quantization, quantize};
use softfloat::{Bits, Env, Flags, StaticFormat, Value, slice};

/// Elements of a block.
pub(super) const LEN: usize = 32;

/// Every block of which the mask lets a byte through.
pub(super) fn convert(c: &Conversion, bytes: &[u8], mask: Mask, target: &mut Group<'_>) -> Flags {
    match c.from {
        Element::Bf16 => from::<Bf16>(c, bytes, mask, target),
        Element::F16 => from::<Binary16>(c, bytes, mask, target),
        _ => from::<Binary32>(c, bytes, mask, target),
    }
}

fn from<A: StaticFormat>(
    c: &Conversion,
    bytes: &[u8],
    mask: Mask,
    target: &mut Group<'_>,
) -> Flags {
    match (c.to, c.codes.mxfp8_table29) {
        (Element::MxE4m3, false) => blocks::<A, Fp8E4m3Ocp, Fp8E4m3Ocp>(c, bytes, mask, target),
        (Element::MxE4m3, true) => blocks::<A, Fp8E4m3Fnuz, Fp8E4m3Fnuz>(c, bytes, mask, target),
        (Element::MxE5m2, false) => blocks::<A, Fp8E5m2Ocp, Fp8E5m2Ocp>(c, bytes, mask, target),
        (Element::MxE5m2, true) => blocks::<A, Fp8E5m2Fnuz, Fp8E5m2Fnuz>(c, bytes, mask, target),
        (Element::MxE3m2, _) => blocks::<A, Fp6E3m2, Fp6E3m2>(c, bytes, mask, target),
        (Element::MxE2m3, _) => blocks::<A, Fp6E2m3, Fp6E2m3>(c, bytes, mask, target),
        (Element::MxE2m1, _) => blocks::<A, Fp4E2m1, Fp4E2m1>(c, bytes, mask, target),
        (Element::MxInt8, _) => blocks::<A, MxInt8Elem, Whole<7, u16>>(c, bytes, mask, target),
        _ => blocks::<A, MxInt4Elem, Whole<3, u8>>(c, bytes, mask, target),
    }
}

/// Blocks of elements of the format `E`, which the format `L` computes in slices.
fn blocks<A: StaticFormat, E: StaticFormat, L: Elements>(
    c: &Conversion,
    bytes: &[u8],
    mask: Mask,
    target: &mut Group<'_>,
) -> Flags {
    let values = operands::<A>(c, bytes);
    let work = Work { rules: rules(c), env: Env::IEEE.rounding(c.rounding) };
    let size = LEN * c.to.width() / 8;
    let enabled = |block: usize| (block * size..(block + 1) * size).any(|byte| mask.has(byte));
    let (mut elements, flags) = work.elements::<A, E, L>(&values, enabled, target.scales);
    for (i, elements) in elements.chunks_mut(LEN).enumerate().filter(|(i, _)| enabled(*i)) {
        let mut packed = [0; LEN];
        pack(c.to.width(), elements, &mut packed[..size]);
        for (at, byte) in (i * size..).zip(&packed[..size]) {
            if let Some(out) = target.bytes.get_mut(at).filter(|_| mask.has(at)) {
                *out = *byte;
            }
        }
    }
    let used = values.len() / LEN;
    target.scales.iter_mut().skip(used).for_each(|entry| *entry = 0);
    flags
}

fn rules(c: &Conversion) -> Quantization {
    Quantization { scale: c.scale, ..Quantization::OCP }
}

/// The elements that are read, signs changed and negative ones replaced (TILE-D47, D51).
fn operands<A: StaticFormat>(c: &Conversion, bytes: &[u8]) -> Vec<A::Bits> {
    let mut values = read::<A>(bytes);
    if c.negate {
        negate::<A>(&mut values);
    }
    if c.saturation == Saturation::Relu {
        values.iter_mut().for_each(|value| *value = relu::<A>(*value));
    }
    values
}

/// +0 for what is negative; a NaN stays.
fn relu<A: StaticFormat>(code: A::Bits) -> A::Bits {
    let nan = matches!(A::FORMAT.decode(code), Value::Nan { .. });
    if code.bit(A::FORMAT.width - 1) && !nan { A::Bits::ZERO } else { code }
}

/// The rules of all blocks.
struct Work {
    rules: Quantization,
    env: Env,
}

impl Work {
    /// The codes of all elements, and their exceptions. Blocks that slices do not compute are quantised one by one,
    /// which is the definition; what is not enabled stays 0.
    fn elements<A: StaticFormat, E: StaticFormat, L: Elements>(
        &self,
        values: &[A::Bits],
        enabled: impl Fn(usize) -> bool,
        scales: &mut [u8],
    ) -> (Vec<u64>, Flags) {
        let mut wide = vec![0; values.len()];
        // Slices of one length always agree; what signals is no number, and such blocks are not computed in slices.
        let _ = slice::convert::<A, Binary32>(values, &mut wide, &Env::IEEE);
        let mut others = Vec::new();
        for (i, block) in wide.chunks_mut(LEN).enumerate() {
            let scale = match enabled(i) {
                true => scaled::<E, L>(block, self.rules, &self.env),
                false => None,
            };
            match (scale, scales.get_mut(i)) {
                (Some(scale), Some(entry)) => *entry = scale,
                _ => {
                    block.fill(0);
                    others.extend(enabled(i).then_some(i));
                }
            }
        }
        let (mut elements, mut flags) = L::round(&wide, &self.env);
        for i in others {
            let own = i * LEN..(i + 1) * LEN;
            let (Some(values), Some(out)) = (values.get(own.clone()), elements.get_mut(own)) else {
                continue;
            };
            flags |= self.one::<A, E>(values, out, scales.get_mut(i));
        }
        (elements, flags)
    }

    /// One block by the definition.
    fn one<A: StaticFormat, E: StaticFormat>(
        &self,
        values: &[A::Bits],
        out: &mut [u64],
        entry: Option<&mut u8>,
    ) -> Flags {
        let mut elements = [E::Bits::ZERO; LEN];
        let scale = quantize::<A, E>(values, &mut elements, self.rules, &self.env);
        out.iter_mut().zip(elements).for_each(|(out, code)| *out = code.wide() as u64);
        entry.into_iter().for_each(|entry| *entry = scale.bits);
        scale.flags
    }
}
