//! The functions of Berkeley SoftFloat by their names and by the ids of our operations.
#![allow(unsafe_code)] // foreign functions

use softfloat::{Format, StaticFormat, format};
use softfloat_sys as c;

/// A function of SoftFloat.
#[derive(Debug)]
pub struct Function {
    /// Its name: `f32_mulAdd`.
    pub name: &'static str,
    /// The operation that it is: `ieee.f32.fma`.
    pub id: &'static str,
    /// The operands' formats.
    pub operands: &'static [Kind],
    /// The result's format.
    pub result: Kind,
    /// Direction and whether to signal *inexact* are arguments of those that give integers; others take the direction from the
    /// state of the thread.
    pub(crate) call: unsafe fn([u64; 3], u8, bool) -> u64,
}

/// What codes of operands and results are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "they are names of formats")]
#[expect(non_camel_case_types, reason = "as ids have them")]
pub enum Kind {
    f16,
    bf16,
    f32,
    f64,
    i32,
    u32,
    i64,
    u64,
    bool,
}

impl Kind {
    /// The format; none of a truth value.
    #[must_use]
    pub const fn format(self) -> Option<&'static Format> {
        Some(match self {
            Self::f16 => &format::Binary16::FORMAT,
            Self::bf16 => &format::Bf16::FORMAT,
            Self::f32 => &format::Binary32::FORMAT,
            Self::f64 => &format::Binary64::FORMAT,
            Self::i32 => &format::Int32::FORMAT,
            Self::u32 => &format::Uint32::FORMAT,
            Self::i64 => &format::Int64::FORMAT,
            Self::u64 => &format::Uint64::FORMAT,
            Self::bool => return None,
        })
    }

    /// The bits of a code.
    #[must_use]
    pub fn bits(self) -> u32 {
        self.format().map_or(1, |format| format.width)
    }
}

/// A code as an argument or a result.
trait Code {
    fn of(code: u64) -> Self;
    fn code(self) -> u64;
}

macro_rules! float {
    ($($float:ident $bits:ty),*) => {$(
        impl Code for c::$float {
            fn of(code: u64) -> Self {
                Self { v: code as $bits }
            }

            fn code(self) -> u64 {
                self.v.into()
            }
        }
    )*};
}

macro_rules! integer {
    ($($integer:ty),*) => {$(
        impl Code for $integer {
            fn of(code: u64) -> Self {
                code as Self
            }

            // The bits above its own are cut off afterwards.
            fn code(self) -> u64 {
                self as u64
            }
        }
    )*};
}

float!(float16_t u16, bfloat16_t u16, float32_t u32, float64_t u64);
integer!(i32, u32, i64, u64);

impl Code for bool {
    fn of(code: u64) -> Self {
        code != 0
    }

    fn code(self) -> u64 {
        self.into()
    }
}

/// `id function(operands; further arguments) -> result`.
macro_rules! functions {
    ($($id:literal $name:ident($($operand:ident),+ $(; $($further:ident)+)?) -> $result:ident;)*) => {
        &[$(Function {
            name: stringify!($name),
            id: $id,
            operands: &[$(Kind::$operand),+],
            result: Kind::$result,
            call: call!($name $($operand)+ $(; $($further)+)?),
        }),*]
    };
}

/// A call of C; `c` and `Code` are those of the table that names the functions.
macro_rules! call {
    ($name:ident $one:ident) => {
        |x, _, _| unsafe { c::$name(Code::of(x[0])).code() }
    };
    ($name:ident $one:ident $two:ident) => {
        |x, _, _| unsafe { c::$name(Code::of(x[0]), Code::of(x[1])).code() }
    };
    ($name:ident $one:ident $two:ident $three:ident) => {
        |x, _, _| unsafe { c::$name(Code::of(x[0]), Code::of(x[1]), Code::of(x[2])).code() }
    };
    ($name:ident $one:ident; direction exact) => {
        |x, direction, exact| unsafe { c::$name(Code::of(x[0]), direction, exact).code() }
    };
    ($name:ident $one:ident; exact) => {
        |x, _, exact| unsafe { c::$name(Code::of(x[0]), exact).code() }
    };
}

pub(crate) use call;

/// A function for each operation.
pub const FUNCTIONS: &[Function] = functions! {
    "ieee.f16.add" f16_add(f16, f16) -> f16;
    "ieee.f16.sub" f16_sub(f16, f16) -> f16;
    "ieee.f16.mul" f16_mul(f16, f16) -> f16;
    "ieee.f16.div" f16_div(f16, f16) -> f16;
    "ieee.f16.remainder" f16_rem(f16, f16) -> f16;
    "ieee.f16.sqrt" f16_sqrt(f16) -> f16;
    "ieee.f16.fma" f16_mulAdd(f16, f16, f16) -> f16;
    "ieee.f16.round_to_integral" f16_roundToInt(f16; direction exact) -> f16;
    "ieee.f16.eq_quiet" f16_eq(f16, f16) -> bool;
    "ieee.f16.eq_signaling" f16_eq_signaling(f16, f16) -> bool;
    "ieee.f16.lt_quiet" f16_lt_quiet(f16, f16) -> bool;
    "ieee.f16.lt_signaling" f16_lt(f16, f16) -> bool;
    "ieee.f16.le_quiet" f16_le_quiet(f16, f16) -> bool;
    "ieee.f16.le_signaling" f16_le(f16, f16) -> bool;
    "cvt.f16.f32" f16_to_f32(f16) -> f32;
    "cvt.f16.f64" f16_to_f64(f16) -> f64;
    "cvt.f16.i32" f16_to_i32(f16; direction exact) -> i32;
    "cvt.i32.f16" i32_to_f16(i32) -> f16;
    "cvt.f16.u32" f16_to_ui32(f16; direction exact) -> u32;
    "cvt.u32.f16" ui32_to_f16(u32) -> f16;
    "cvt.f16.i64" f16_to_i64(f16; direction exact) -> i64;
    "cvt.i64.f16" i64_to_f16(i64) -> f16;
    "cvt.f16.u64" f16_to_ui64(f16; direction exact) -> u64;
    "cvt.u64.f16" ui64_to_f16(u64) -> f16;
    "ieee.f32.add" f32_add(f32, f32) -> f32;
    "ieee.f32.sub" f32_sub(f32, f32) -> f32;
    "ieee.f32.mul" f32_mul(f32, f32) -> f32;
    "ieee.f32.div" f32_div(f32, f32) -> f32;
    "ieee.f32.remainder" f32_rem(f32, f32) -> f32;
    "ieee.f32.sqrt" f32_sqrt(f32) -> f32;
    "ieee.f32.fma" f32_mulAdd(f32, f32, f32) -> f32;
    "ieee.f32.round_to_integral" f32_roundToInt(f32; direction exact) -> f32;
    "ieee.f32.eq_quiet" f32_eq(f32, f32) -> bool;
    "ieee.f32.eq_signaling" f32_eq_signaling(f32, f32) -> bool;
    "ieee.f32.lt_quiet" f32_lt_quiet(f32, f32) -> bool;
    "ieee.f32.lt_signaling" f32_lt(f32, f32) -> bool;
    "ieee.f32.le_quiet" f32_le_quiet(f32, f32) -> bool;
    "ieee.f32.le_signaling" f32_le(f32, f32) -> bool;
    "cvt.f32.f16" f32_to_f16(f32) -> f16;
    "cvt.f32.f64" f32_to_f64(f32) -> f64;
    "cvt.f32.i32" f32_to_i32(f32; direction exact) -> i32;
    "cvt.i32.f32" i32_to_f32(i32) -> f32;
    "cvt.f32.u32" f32_to_ui32(f32; direction exact) -> u32;
    "cvt.u32.f32" ui32_to_f32(u32) -> f32;
    "cvt.f32.i64" f32_to_i64(f32; direction exact) -> i64;
    "cvt.i64.f32" i64_to_f32(i64) -> f32;
    "cvt.f32.u64" f32_to_ui64(f32; direction exact) -> u64;
    "cvt.u64.f32" ui64_to_f32(u64) -> f32;
    "ieee.f64.add" f64_add(f64, f64) -> f64;
    "ieee.f64.sub" f64_sub(f64, f64) -> f64;
    "ieee.f64.mul" f64_mul(f64, f64) -> f64;
    "ieee.f64.div" f64_div(f64, f64) -> f64;
    "ieee.f64.remainder" f64_rem(f64, f64) -> f64;
    "ieee.f64.sqrt" f64_sqrt(f64) -> f64;
    "ieee.f64.fma" f64_mulAdd(f64, f64, f64) -> f64;
    "ieee.f64.round_to_integral" f64_roundToInt(f64; direction exact) -> f64;
    "ieee.f64.eq_quiet" f64_eq(f64, f64) -> bool;
    "ieee.f64.eq_signaling" f64_eq_signaling(f64, f64) -> bool;
    "ieee.f64.lt_quiet" f64_lt_quiet(f64, f64) -> bool;
    "ieee.f64.lt_signaling" f64_lt(f64, f64) -> bool;
    "ieee.f64.le_quiet" f64_le_quiet(f64, f64) -> bool;
    "ieee.f64.le_signaling" f64_le(f64, f64) -> bool;
    "cvt.f64.f16" f64_to_f16(f64) -> f16;
    "cvt.f64.f32" f64_to_f32(f64) -> f32;
    "cvt.f64.i32" f64_to_i32(f64; direction exact) -> i32;
    "cvt.i32.f64" i32_to_f64(i32) -> f64;
    "cvt.f64.u32" f64_to_ui32(f64; direction exact) -> u32;
    "cvt.u32.f64" ui32_to_f64(u32) -> f64;
    "cvt.f64.i64" f64_to_i64(f64; direction exact) -> i64;
    "cvt.i64.f64" i64_to_f64(i64) -> f64;
    "cvt.f64.u64" f64_to_ui64(f64; direction exact) -> u64;
    "cvt.u64.f64" ui64_to_f64(u64) -> f64;
    "cvt.bf16.f32" bf16_to_f32(bf16) -> f32;
    "cvt.f32.bf16" f32_to_bf16(f32) -> bf16;
};

/// Those that round toward zero whatever the direction.
pub const TRUNCATING: &[Function] = functions! {
    "cvt.f16.i32" f16_to_i32_r_minMag(f16; exact) -> i32;
    "cvt.f16.u32" f16_to_ui32_r_minMag(f16; exact) -> u32;
    "cvt.f16.i64" f16_to_i64_r_minMag(f16; exact) -> i64;
    "cvt.f16.u64" f16_to_ui64_r_minMag(f16; exact) -> u64;
    "cvt.f32.i32" f32_to_i32_r_minMag(f32; exact) -> i32;
    "cvt.f32.u32" f32_to_ui32_r_minMag(f32; exact) -> u32;
    "cvt.f32.i64" f32_to_i64_r_minMag(f32; exact) -> i64;
    "cvt.f32.u64" f32_to_ui64_r_minMag(f32; exact) -> u64;
    "cvt.f64.i32" f64_to_i32_r_minMag(f64; exact) -> i32;
    "cvt.f64.u32" f64_to_ui32_r_minMag(f64; exact) -> u32;
    "cvt.f64.i64" f64_to_i64_r_minMag(f64; exact) -> i64;
    "cvt.f64.u64" f64_to_ui64_r_minMag(f64; exact) -> u64;
};
