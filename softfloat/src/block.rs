//! Blocks: elements that share a scale. A block is a scale code and element codes; its values are
//! exact.

use crate::format::{E8m0, Fp4E2m1, Fp6E2m3, Fp6E3m2, Fp8E4m3Ocp, Fp8E5m2Ocp, MnBfDouble};
use crate::format::{MnBfHalf, MnBfHalfExt, MnBfPseudoSingle, MnBfSingle, MxInt4Elem, MxInt8Elem};
use crate::{Env, Format, Rounded, StaticFormat, Unrounded, Value};

/// How a block's scale acts on its elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scale {
    /// A code of this format beside the elements multiplies each of them (MX: E8M0).
    Factor(Format),
    /// The exponent field that the elements share (MN-Core 2, s. 4.4). With `extended`, an element
    /// whose own field is 0 reads with the common exponent minus 6.
    CommonExponent {
        /// Whether extended elements exist.
        extended: bool,
    },
}

/// A block format: element format, number of elements, scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlockFormat {
    /// The name, as in the table.
    pub name: &'static str,
    /// The elements' format.
    pub element: Format,
    /// Elements in a block.
    pub len: usize,
    /// What they share.
    pub scale: Scale,
}

const fn mx(name: &'static str, element: Format) -> BlockFormat {
    BlockFormat { name, element, len: 32, scale: Scale::Factor(E8m0::FORMAT) }
}

const fn bf(element: Format, len: usize) -> BlockFormat {
    let scale = Scale::CommonExponent { extended: element.declared().subnormal };
    BlockFormat { name: element.declared().name, element, len, scale }
}

/// Every block format: the MX formats (OCP MX 1.0) and MN-Core 2 block float (s. 4.4).
pub const ALL: &[BlockFormat] = &[
    mx("mxfp8_e4m3", Fp8E4m3Ocp::FORMAT),
    mx("mxfp8_e5m2", Fp8E5m2Ocp::FORMAT),
    mx("mxfp6_e3m2", Fp6E3m2::FORMAT),
    mx("mxfp6_e2m3", Fp6E2m3::FORMAT),
    mx("mxfp4_e2m1", Fp4E2m1::FORMAT),
    mx("mxint8", MxInt8Elem::FORMAT),
    mx("mxint4", MxInt4Elem::FORMAT),
    bf(MnBfHalf::FORMAT, 16),
    bf(MnBfHalfExt::FORMAT, 16),
    bf(MnBfPseudoSingle::FORMAT, 8),
    bf(MnBfSingle::FORMAT, 4),
    bf(MnBfDouble::FORMAT, 4),
];

impl BlockFormat {
    /// The block format of this name.
    ///
    /// ```
    /// use softfloat::block::BlockFormat;
    /// let mxfp4 = BlockFormat::by_name("mxfp4_e2m1").unwrap();
    /// assert_eq!((mxfp4.len, mxfp4.element.width), (32, 4));
    /// assert!(BlockFormat::by_name("mxfp5").is_none());
    /// ```
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Self> {
        ALL.iter().find(|f| f.name == name)
    }

    /// The width of a whole block in bits: elements, and the scale where it stands beside them.
    ///
    /// ```
    /// use softfloat::block::BlockFormat;
    /// let width = |name| BlockFormat::by_name(name).map(BlockFormat::width);
    /// assert_eq!(width("mxfp4_e2m1"), Some(32 * 4 + 8)); // the scale has 8 bits
    /// assert_eq!(width("mncore2_bf_half"), Some(16 * 16));
    /// ```
    #[must_use]
    pub const fn width(&self) -> u32 {
        let elements = self.element.declared().width * self.len as u32;
        match self.scale {
            Scale::Factor(f) => elements + f.declared().width,
            Scale::CommonExponent { .. } => elements,
        }
    }

    /// The common exponent field of a block of [`Scale::CommonExponent`]: the largest field among
    /// the elements.
    ///
    /// ```
    /// use softfloat::block::BlockFormat;
    /// let single = BlockFormat::by_name("mncore2_bf_single").unwrap();
    /// assert_eq!(single.common_exponent(&[0x3f80_0000, 0x4040_0000]), 0x80); // 7f, 80
    /// ```
    #[must_use]
    pub fn common_exponent(&self, elements: &[u64]) -> u64 {
        elements.iter().map(|&e| self.exponent_field(e)).max().unwrap_or(0)
    }

    fn exponent_field(&self, code: u64) -> u64 {
        (code >> (self.element.man_bits + self.element.pad)) & ((1 << self.element.exp_bits) - 1)
    }

    /// Whether all elements carry the common exponent (or 0, where extended elements exist).
    ///
    /// ```
    /// use softfloat::block::BlockFormat;
    /// let single = BlockFormat::by_name("mncore2_bf_single").unwrap();
    /// assert!(single.is_valid(0x7f, &[0x3fc0_0000, 0xbf80_0000]));
    /// assert!(!single.is_valid(0x7f, &[0x3fc0_0000, 0x4000_0000])); // fields 7f, 80
    /// ```
    #[must_use]
    pub fn is_valid(&self, scale: u64, elements: &[u64]) -> bool {
        match self.scale {
            Scale::Factor(_) => true,
            Scale::CommonExponent { extended } => elements.iter().all(|&e| {
                let field = self.exponent_field(e);
                field == scale || extended && field == 0
            }),
        }
    }

    /// The value of an element beside a scale code (for MN-Core 2 the common exponent field).
    ///
    /// ```
    /// use softfloat::{block::BlockFormat, Unrounded, Value};
    /// let mxfp4 = BlockFormat::by_name("mxfp4_e2m1").unwrap();
    /// let six = Unrounded::exact(false, 1, 3u64); // 3 * 2^1
    /// assert_eq!(mxfp4.decode(0x7f, 7), Value::Finite(six)); // the scale is 2^0
    /// assert_eq!(mxfp4.decode(0x89, 7), Value::Finite(Unrounded { exponent: 11, ..six })); // 2^10
    /// ```
    #[must_use]
    pub fn decode(&self, scale: u64, element: u64) -> Value<u64> {
        match self.scale {
            Scale::Factor(f) => match (f.decode(scale), self.element.decode(element)) {
                (Value::Finite(s), Value::Finite(e)) => {
                    Value::Finite(Unrounded { exponent: e.exponent + s.exponent, ..e })
                }
                (Value::Finite(_), special) => special,
                (nan, _) => nan,
            },
            Scale::CommonExponent { extended } => {
                let body = self.element.man_bits + self.element.pad;
                let own = if extended && self.exponent_field(element) == 0 { 6 } else { 0 };
                let field = ((1u64 << self.element.exp_bits) - 1) << body;
                let code = (element & !field) | scale << body & field;
                match self.element.decode(code) {
                    Value::Finite(u) => {
                        Value::Finite(Unrounded { exponent: u.exponent - own, ..u })
                    }
                    special => special,
                }
            }
        }
    }

    /// The element code of a value beside a factor: `value / scale` rounded once into the element
    /// format. Only for [`Scale::Factor`]; a NaN scale gives the element 0 (the block is NaN
    /// whatever its elements). Blocks with a common exponent are made whole, see
    /// [`crate::mncore2::block`].
    ///
    /// ```
    /// use softfloat::{block::BlockFormat, Env, Unrounded, Value};
    /// let mxfp4 = BlockFormat::by_name("mxfp4_e2m1").unwrap();
    /// let value = Value::Finite(Unrounded::exact(false, 11, 3)); // 6 * 2^10
    /// let r = mxfp4.encode_element(0x89, value, &Env::IEEE).unwrap(); // the scale is 2^10
    /// assert_eq!((r.bits, r.flags.is_empty()), (7, true)); // 6
    /// ```
    #[must_use]
    pub fn encode_element(&self, scale: u64, value: Value<u64>, env: &Env) -> Option<Rounded<u64>> {
        let Scale::Factor(f) = self.scale else { return None };
        let Value::Finite(s) = f.decode(scale) else {
            return Some(self.element.round_pack(env, Unrounded::exact(false, 0, 0)));
        };
        Some(match value {
            Value::Finite(u) => {
                let scaled = Unrounded { exponent: u.exponent - s.exponent, ..u };
                self.element.round_pack(env, scaled)
            }
            special => self.element.encode(env, special),
        })
    }
}
