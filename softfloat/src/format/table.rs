//! The table of formats. Sources: IEEE 754; OCP 8-bit Floating Point 1.0; OCP Microscaling (MX)
//! 1.0; gfloat's `p3109_binary8_formats`; the MN-Core 2 developer manual, s. 1.3 and 4.4; the RISC-V Tile proposal, table 29.

use super::{Declaration, Format, Kind, Nonfinite, StaticFormat};

macro_rules! formats {
    ($($(#[$doc:meta])* $ty:ident($bits:ty) = $name:literal,
        $sign:literal + $e:literal + $m:literal + $pad:literal, bias $bias:literal, $kind:expr, $nonfinite:ident,
        neg_zero $nz:literal, subnormal $sub:literal;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
            pub struct $ty;

            impl StaticFormat for $ty {
                type Bits = $bits;
                const FORMAT: Format = Format::declare(Declaration {
                    name: $name,
                    width: $sign + $e + $m + $pad,
                    sign: $sign == 1,
                    exp_bits: $e,
                    man_bits: $m,
                    pad: $pad,
                    bias: $bias,
                    kind: $kind,
                    nonfinite: Nonfinite::$nonfinite,
                    neg_zero: $nz,
                    subnormal: $sub,
                });
            }
        )*

        /// Every scalar format of the table.
        pub const ALL: &[Format] = &[$($ty::FORMAT),*];

        /// Calls the macro `$with!($ty)` for every scalar format of the table, so that tests and
        /// tools can walk the types as they walk [`ALL`].
        #[macro_export]
        macro_rules! for_each_format {
            ($with:ident) => { $( $with!($ty); )* };
        }
    };
}

formats! {
    // sign + exponent + significand + padding
    /// IEEE 754 binary16.
    Binary16(u16) = "ieee_binary16", 1 + 5 + 10 + 0, bias 15, Kind::HIDDEN, Ieee, neg_zero true, subnormal true;
    /// IEEE 754 binary32.
    Binary32(u32) = "ieee_binary32", 1 + 8 + 23 + 0, bias 127, Kind::HIDDEN, Ieee, neg_zero true, subnormal true;
    /// IEEE 754 binary64.
    Binary64(u64) = "ieee_binary64", 1 + 11 + 52 + 0, bias 1023, Kind::HIDDEN, Ieee, neg_zero true, subnormal true;
    /// bfloat16: the upper half of binary32.
    Bf16(u16) = "bf16", 1 + 8 + 7 + 0, bias 127, Kind::HIDDEN, Ieee, neg_zero true, subnormal true;
    /// TF32: 19 bits in the upper part of a 32-bit container, the lower 13 ignored.
    Tf32(u32) = "tf32", 1 + 8 + 10 + 13, bias 127, Kind::HIDDEN, Ieee, neg_zero true, subnormal true;
    /// FP8 E4M3 of the RISC-V Tile proposal ("fnuz": one NaN, no negative zero, bias 8).
    Fp8E4m3Fnuz(u8) = "fp8_e4m3_fnuz", 1 + 4 + 3 + 0, bias 8, Kind::HIDDEN, NegativeZero, neg_zero false, subnormal true;
    /// FP8 E5M2 of the RISC-V Tile proposal ("fnuz", bias 16).
    Fp8E5m2Fnuz(u8) = "fp8_e5m2_fnuz", 1 + 5 + 2 + 0, bias 16, Kind::HIDDEN, NegativeZero, neg_zero false, subnormal true;
    /// OCP FP8 E4M3: no infinity, NaN at all ones, largest number 448.
    Fp8E4m3Ocp(u8) = "fp8_e4m3_ocp", 1 + 4 + 3 + 0, bias 7, Kind::HIDDEN, AllOnes, neg_zero true, subnormal true;
    /// OCP FP8 E5M2, coded like IEEE.
    Fp8E5m2Ocp(u8) = "fp8_e5m2_ocp", 1 + 5 + 2 + 0, bias 15, Kind::HIDDEN, Ieee, neg_zero true, subnormal true;
    /// OCP FP6 E3M2: finite numbers only.
    Fp6E3m2(u8) = "fp6_e3m2", 1 + 3 + 2 + 0, bias 3, Kind::HIDDEN, None, neg_zero true, subnormal true;
    /// OCP FP6 E2M3: finite numbers only.
    Fp6E2m3(u8) = "fp6_e2m3", 1 + 2 + 3 + 0, bias 1, Kind::HIDDEN, None, neg_zero true, subnormal true;
    /// OCP FP4 E2M1: finite numbers only.
    Fp4E2m1(u8) = "fp4_e2m1", 1 + 2 + 1 + 0, bias 1, Kind::HIDDEN, None, neg_zero true, subnormal true;
    /// OCP E8M0, the scale of MX blocks: powers of two, no zero, no sign, NaN at ff.
    E8m0(u8) = "e8m0", 0 + 8 + 0 + 0, bias 127, Kind::HIDDEN, AllOnes, neg_zero false, subnormal false;
    /// Element of MXINT8: two's complement times 2^-6; 80 is never produced.
    MxInt8Elem(u8) = "mxint8_elem", 1 + 0 + 7 + 0, bias 0, Kind::fixed(6), None, neg_zero false, subnormal false;
    /// Element of MXINT4: two's complement times 2^-2; 8 is never produced.
    MxInt4Elem(u8) = "mxint4_elem", 1 + 0 + 3 + 0, bias 0, Kind::fixed(2), None, neg_zero false, subnormal false;
    /// Unsigned integer of 4 bits.
    Uint4(u8) = "uint4", 0 + 0 + 4 + 0, bias 0, Kind::INTEGER, None, neg_zero false, subnormal false;
    /// Two's complement integer of 4 bits.
    Int4(u8) = "int4", 1 + 0 + 3 + 0, bias 0, Kind::INTEGER, None, neg_zero false, subnormal false;
    /// Unsigned integer of 8 bits.
    Uint8(u8) = "uint8", 0 + 0 + 8 + 0, bias 0, Kind::INTEGER, None, neg_zero false, subnormal false;
    /// Two's complement integer of 8 bits.
    Int8(u8) = "int8", 1 + 0 + 7 + 0, bias 0, Kind::INTEGER, None, neg_zero false, subnormal false;
    /// Unsigned integer of 16 bits.
    Uint16(u16) = "uint16", 0 + 0 + 16 + 0, bias 0, Kind::INTEGER, None, neg_zero false, subnormal false;
    /// Two's complement integer of 16 bits.
    Int16(u16) = "int16", 1 + 0 + 15 + 0, bias 0, Kind::INTEGER, None, neg_zero false, subnormal false;
    /// Unsigned integer of 32 bits.
    Uint32(u32) = "uint32", 0 + 0 + 32 + 0, bias 0, Kind::INTEGER, None, neg_zero false, subnormal false;
    /// Two's complement integer of 32 bits.
    Int32(u32) = "int32", 1 + 0 + 31 + 0, bias 0, Kind::INTEGER, None, neg_zero false, subnormal false;
    /// Unsigned integer of 64 bits.
    Uint64(u64) = "uint64", 0 + 0 + 64 + 0, bias 0, Kind::INTEGER, None, neg_zero false, subnormal false;
    /// Two's complement integer of 64 bits.
    Int64(u64) = "int64", 1 + 0 + 63 + 0, bias 0, Kind::INTEGER, None, neg_zero false, subnormal false;
    /// Posit of 8 bits (Posit standard of 2022).
    Posit8(u8) = "posit8", 1 + 0 + 7 + 0, bias 0, Kind::posit(2), NegativeZero, neg_zero false, subnormal false;
    /// Posit of 16 bits.
    Posit16(u16) = "posit16", 1 + 0 + 15 + 0, bias 0, Kind::posit(2), NegativeZero, neg_zero false, subnormal false;
    /// Posit of 32 bits.
    Posit32(u32) = "posit32", 1 + 0 + 31 + 0, bias 0, Kind::posit(2), NegativeZero, neg_zero false, subnormal false;
    /// Posit of 64 bits.
    Posit64(u64) = "posit64", 1 + 0 + 63 + 0, bias 0, Kind::posit(2), NegativeZero, neg_zero false, subnormal false;
    /// P3109's format of 8 bits and a precision of 1 bit, signed, with infinities.
    Binary8p1se(u8) = "binary8p1se", 1 + 7 + 0 + 0, bias 64, Kind::p3109(true), NegativeZero, neg_zero false, subnormal true;
    /// P3109's format of 8 bits and a precision of 1 bit, without a sign, with infinities.
    Binary8p1ue(u8) = "binary8p1ue", 0 + 8 + 0 + 0, bias 128, Kind::p3109(true), AllOnes, neg_zero false, subnormal true;
    /// P3109's format of 8 bits and a precision of 3 bits, signed, with infinities.
    Binary8p3se(u8) = "binary8p3se", 1 + 5 + 2 + 0, bias 16, Kind::p3109(true), NegativeZero, neg_zero false, subnormal true;
    /// P3109's format of 8 bits and a precision of 3 bits, signed, finite.
    Binary8p3sf(u8) = "binary8p3sf", 1 + 5 + 2 + 0, bias 16, Kind::p3109(false), NegativeZero, neg_zero false, subnormal true;
    /// P3109's format of 8 bits and a precision of 3 bits, without a sign, with infinities.
    Binary8p3ue(u8) = "binary8p3ue", 0 + 6 + 2 + 0, bias 32, Kind::p3109(true), AllOnes, neg_zero false, subnormal true;
    /// P3109's format of 8 bits and a precision of 3 bits, without a sign, finite.
    Binary8p3uf(u8) = "binary8p3uf", 0 + 6 + 2 + 0, bias 32, Kind::p3109(false), AllOnes, neg_zero false, subnormal true;
    /// P3109's format of 8 bits and a precision of 4 bits, signed, with infinities.
    Binary8p4se(u8) = "binary8p4se", 1 + 4 + 3 + 0, bias 8, Kind::p3109(true), NegativeZero, neg_zero false, subnormal true;
    /// P3109's format of 8 bits and a precision of 4 bits, signed, finite.
    Binary8p4sf(u8) = "binary8p4sf", 1 + 4 + 3 + 0, bias 8, Kind::p3109(false), NegativeZero, neg_zero false, subnormal true;
    /// P3109's format of 8 bits and a precision of 4 bits, without a sign, with infinities.
    Binary8p4ue(u8) = "binary8p4ue", 0 + 5 + 3 + 0, bias 16, Kind::p3109(true), AllOnes, neg_zero false, subnormal true;
    /// P3109's format of 8 bits and a precision of 4 bits, without a sign, finite.
    Binary8p4uf(u8) = "binary8p4uf", 0 + 5 + 3 + 0, bias 16, Kind::p3109(false), AllOnes, neg_zero false, subnormal true;
    /// P3109's format of 8 bits and a precision of 7 bits, signed, finite.
    Binary8p7sf(u8) = "binary8p7sf", 1 + 1 + 6 + 0, bias 1, Kind::p3109(false), NegativeZero, neg_zero false, subnormal true;
    /// P3109's format of 8 bits and a precision of 8 bits, without a sign, finite.
    Binary8p8uf(u8) = "binary8p8uf", 0 + 1 + 7 + 0, bias 1, Kind::p3109(false), AllOnes, neg_zero false, subnormal true;
    /// MN-Core 2 half precision (s. 1.3): no NaN, no subnormals, 1.0 is 3e00.
    MnHalf(u16) = "mncore2_half", 1 + 6 + 9 + 0, bias 31, Kind::HIDDEN, Infinity, neg_zero true, subnormal false;
    /// MN-Core 2 single precision (s. 1.3).
    MnSingle(u32) = "mncore2_single", 1 + 8 + 23 + 0, bias 127, Kind::HIDDEN, Infinity, neg_zero true, subnormal false;
    /// MN-Core 2 double precision (s. 1.3).
    MnDouble(u64) = "mncore2_double", 1 + 11 + 52 + 0, bias 1023, Kind::HIDDEN, Infinity, neg_zero true, subnormal false;
    /// Element of an MN-Core 2 half block float (s. 4.4), without extended elements.
    MnBfHalf(u16) = "mncore2_bf_half", 1 + 6 + 9 + 0, bias 31, Kind::EXPLICIT, Infinity, neg_zero true, subnormal false;
    /// Element of an MN-Core 2 half block float with extended elements: exponent field 0 reads with
    /// the block's common exponent minus 6 (see [`crate::block`]); alone it is zero.
    MnBfHalfExt(u16) = "mncore2_bf_half_ext", 1 + 6 + 9 + 0, bias 31, Kind::EXPLICIT, Infinity, neg_zero true, subnormal true;
    /// Element of an MN-Core 2 pseudo-single block float: the lowest 5 bits do not count.
    MnBfPseudoSingle(u32) = "mncore2_bf_pseudo_single", 1 + 8 + 18 + 5, bias 127, Kind::EXPLICIT, Infinity, neg_zero true, subnormal false;
    /// Element of an MN-Core 2 single block float.
    MnBfSingle(u32) = "mncore2_bf_single", 1 + 8 + 23 + 0, bias 127, Kind::EXPLICIT, Infinity, neg_zero true, subnormal false;
    /// Element of an MN-Core 2 double block float.
    MnBfDouble(u64) = "mncore2_bf_double", 1 + 11 + 52 + 0, bias 1023, Kind::EXPLICIT, Infinity, neg_zero true, subnormal false;
}

impl Format {
    /// The table's format of this name.
    ///
    /// ```
    /// use softfloat::{format::Bf16, Format, StaticFormat};
    /// assert_eq!(Format::by_name("bf16"), Some(&Bf16::FORMAT));
    /// assert_eq!(Format::by_name("bf17"), None);
    /// ```
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Self> {
        ALL.iter().find(|f| f.name == name)
    }
}
