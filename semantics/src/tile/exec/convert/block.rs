//! Numbers to blocks of 32 elements under a scale (TILE-D23, D45 to D47, D83, D88).

use super::super::element::{Element, pack};
use super::super::mask::Mask;
use super::super::typed::{codes as read, negate};
use super::rules::Saturation;
use super::{Conversion, Group};
use softfloat::format::{
    Bf16, Binary16, Binary32, Fp4E2m1, Fp6E2m3, Fp6E3m2, Fp8E4m3Fnuz, Fp8E4m3Ocp, Fp8E5m2Fnuz,
    Fp8E5m2Ocp, MxInt4Elem, MxInt8Elem,
};
use softfloat::mx::{Quantization, quantize};
use softfloat::{Bits, Env, Flags, StaticFormat, Value};

/// Elements of a block.
const LEN: usize = 32;

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
        (Element::MxE4m3, false) => blocks::<A, Fp8E4m3Ocp>(c, bytes, mask, target),
        (Element::MxE4m3, true) => blocks::<A, Fp8E4m3Fnuz>(c, bytes, mask, target),
        (Element::MxE5m2, false) => blocks::<A, Fp8E5m2Ocp>(c, bytes, mask, target),
        (Element::MxE5m2, true) => blocks::<A, Fp8E5m2Fnuz>(c, bytes, mask, target),
        (Element::MxE3m2, _) => blocks::<A, Fp6E3m2>(c, bytes, mask, target),
        (Element::MxE2m3, _) => blocks::<A, Fp6E2m3>(c, bytes, mask, target),
        (Element::MxE2m1, _) => blocks::<A, Fp4E2m1>(c, bytes, mask, target),
        (Element::MxInt8, _) => blocks::<A, MxInt8Elem>(c, bytes, mask, target),
        _ => blocks::<A, MxInt4Elem>(c, bytes, mask, target),
    }
}

fn blocks<A: StaticFormat, E: StaticFormat>(
    c: &Conversion,
    bytes: &[u8],
    mask: Mask,
    target: &mut Group<'_>,
) -> Flags {
    let rules = Quantization { scale: c.scale, ..Quantization::OCP };
    let env = Env::IEEE.rounding(c.rounding);
    let width = c.to.width();
    let size = LEN * width / 8;
    let mut values = read::<A>(bytes);
    if c.negate {
        negate::<A>(&mut values);
    }
    if c.saturation == Saturation::Relu {
        values.iter_mut().for_each(|value| *value = relu::<A>(*value));
    }
    let mut flags = Flags::NONE;
    for (i, values) in values.chunks(LEN).enumerate() {
        let place = i * size..(i + 1) * size;
        if !place.clone().any(|byte| mask.has(byte)) {
            continue;
        }
        let mut elements = [E::Bits::ZERO; LEN];
        let scale = quantize::<A, E>(values, &mut elements, rules, &env);
        flags |= scale.flags;
        let (mut packed, codes) = ([0; LEN], elements.map(|code| code.wide() as u64));
        pack(width, &codes, &mut packed[..size]);
        for (byte, at) in packed.iter().zip(place) {
            if let Some(out) = target.bytes.get_mut(at).filter(|_| mask.has(at)) {
                *out = *byte;
            }
        }
        if let Some(entry) = target.scales.get_mut(i) {
            *entry = scale.bits;
        }
    }
    let used = values.len() / LEN;
    target.scales.iter_mut().skip(used).for_each(|entry| *entry = 0);
    flags
}

/// +0 for what is negative; a NaN stays.
fn relu<A: StaticFormat>(code: A::Bits) -> A::Bits {
    let nan = matches!(A::FORMAT.decode(code), Value::Nan { .. });
    if code.bit(A::FORMAT.width - 1) && !nan { A::Bits::ZERO } else { code }
}
