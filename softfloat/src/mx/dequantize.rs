//! Block -> values: every `element * 2^(scale - 127)`, rounded once.

use crate::block::{BlockFormat, Scale};
use crate::format::E8m0;
use crate::{Bits, Env, Flags, Format, StaticFormat};

/// The values of a block, rounded into the format `F`, as many as `values` has room for.
///
/// ```
/// use softfloat::{format::{Binary32, Fp6E2m3}, mx::dequantize, Env, Flags};
/// let mut values = [0; 2];
/// let flags = dequantize::<Fp6E2m3, Binary32>(0x80, &[0x1f, 0x28], &mut values, &Env::IEEE);
/// assert_eq!((values.map(f32::from_bits), flags), ([15.0, -2.0], Flags::NONE));
/// ```
#[inline]
pub fn dequantize<E: StaticFormat, F: StaticFormat>(
    scale: u8,
    elements: &[E::Bits],
    values: &mut [F::Bits],
    env: &Env,
) -> Flags {
    let len = elements.len();
    let scaling = Scale::Factor(E8m0::FORMAT);
    let block = BlockFormat { name: E::FORMAT.name, element: E::FORMAT, len, scale: scaling };
    let mut flags = Flags::NONE;
    for (&element, value) in elements.iter().zip(values) {
        let rounded = F::FORMAT.encode(env, block.decode(scale.into(), element.cast()));
        flags |= rounded.flags;
        *value = rounded.bits.cast();
    }
    flags
}

impl BlockFormat {
    /// The values of a block, each rounded into the format `to`, as many as `values` has room for.
    /// Blocks with a common exponent have values as well as those with a scale.
    ///
    /// ```
    /// use softfloat::{block::BlockFormat, format::Bf16, Env, Flags, StaticFormat};
    /// let mxfp8 = BlockFormat::by_name("mxfp8_e4m3").unwrap();
    /// let mut values = [0; 2];
    /// let flags = mxfp8.dequantize(0x7f, &[0x38, 0x7f], &Bf16::FORMAT, &mut values, &Env::IEEE);
    /// assert_eq!((values, flags), ([0x3f80, 0x7fc0], Flags::NONE)); // 1, NaN
    /// ```
    pub fn dequantize(
        &self,
        scale: u64,
        elements: &[u64],
        to: &Format,
        values: &mut [u64],
        env: &Env,
    ) -> Flags {
        let mut flags = Flags::NONE;
        for (&element, value) in elements.iter().zip(values) {
            let rounded = to.encode(env, self.decode(scale, element));
            flags |= rounded.flags;
            *value = rounded.bits;
        }
        flags
    }
}
