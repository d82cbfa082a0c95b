//! The operations by their ids.
#![allow(unsafe_code)] // foreign functions

use softfloat_sys as c;

/// A function on up to three codes; where it takes them, the rounding direction and whether to signal *inexact* are arguments.
pub(crate) type Function = unsafe fn([u64; 3], u8, bool) -> u64;

/// An operation.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) id: &'static str,
    pub(crate) operands: usize,
    /// Of the result.
    pub(crate) bits: u32,
    pub(crate) function: Function,
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

float!(float16_t u16, float32_t u32, float64_t u64);
integer!(i32, u32, i64, u64);

impl Code for bool {
    fn of(code: u64) -> Self {
        code != 0
    }

    fn code(self) -> u64 {
        self.into()
    }
}

/// `id bits operands function`; `rounded` functions take direction and *exact*.
macro_rules! calls {
    ($($id:literal $bits:literal $kind:tt $function:ident;)*) => {
        pub(crate) const CALLS: &[Call] = &[$(
            Call { id: $id, operands: count!($kind), bits: $bits, function: call!($kind $function) }
        ),*];
    };
}

macro_rules! count {
    (rounded) => {
        1
    };
    ($count:literal) => {
        $count
    };
}

macro_rules! call {
    (1 $function:ident) => {
        |x, _, _| unsafe { c::$function(Code::of(x[0])).code() }
    };
    (2 $function:ident) => {
        |x, _, _| unsafe { c::$function(Code::of(x[0]), Code::of(x[1])).code() }
    };
    (3 $function:ident) => {
        |x, _, _| unsafe { c::$function(Code::of(x[0]), Code::of(x[1]), Code::of(x[2])).code() }
    };
    (rounded $function:ident) => {
        |x, direction, exact| unsafe { c::$function(Code::of(x[0]), direction, exact).code() }
    };
}

calls! {
    "ieee.f16.add" 16 2 f16_add;
    "ieee.f16.sub" 16 2 f16_sub;
    "ieee.f16.mul" 16 2 f16_mul;
    "ieee.f16.div" 16 2 f16_div;
    "ieee.f16.remainder" 16 2 f16_rem;
    "ieee.f16.sqrt" 16 1 f16_sqrt;
    "ieee.f16.fma" 16 3 f16_mulAdd;
    "ieee.f16.round_to_integral" 16 rounded f16_roundToInt;
    "ieee.f16.eq_quiet" 1 2 f16_eq;
    "ieee.f16.eq_signaling" 1 2 f16_eq_signaling;
    "ieee.f16.lt_quiet" 1 2 f16_lt_quiet;
    "ieee.f16.lt_signaling" 1 2 f16_lt;
    "ieee.f16.le_quiet" 1 2 f16_le_quiet;
    "ieee.f16.le_signaling" 1 2 f16_le;
    "cvt.f16.f32" 32 1 f16_to_f32;
    "cvt.f16.f64" 64 1 f16_to_f64;
    "cvt.f16.i32" 32 rounded f16_to_i32;
    "cvt.i32.f16" 16 1 i32_to_f16;
    "cvt.f16.u32" 32 rounded f16_to_ui32;
    "cvt.u32.f16" 16 1 ui32_to_f16;
    "cvt.f16.i64" 64 rounded f16_to_i64;
    "cvt.i64.f16" 16 1 i64_to_f16;
    "cvt.f16.u64" 64 rounded f16_to_ui64;
    "cvt.u64.f16" 16 1 ui64_to_f16;
    "ieee.f32.add" 32 2 f32_add;
    "ieee.f32.sub" 32 2 f32_sub;
    "ieee.f32.mul" 32 2 f32_mul;
    "ieee.f32.div" 32 2 f32_div;
    "ieee.f32.remainder" 32 2 f32_rem;
    "ieee.f32.sqrt" 32 1 f32_sqrt;
    "ieee.f32.fma" 32 3 f32_mulAdd;
    "ieee.f32.round_to_integral" 32 rounded f32_roundToInt;
    "ieee.f32.eq_quiet" 1 2 f32_eq;
    "ieee.f32.eq_signaling" 1 2 f32_eq_signaling;
    "ieee.f32.lt_quiet" 1 2 f32_lt_quiet;
    "ieee.f32.lt_signaling" 1 2 f32_lt;
    "ieee.f32.le_quiet" 1 2 f32_le_quiet;
    "ieee.f32.le_signaling" 1 2 f32_le;
    "cvt.f32.f16" 16 1 f32_to_f16;
    "cvt.f32.f64" 64 1 f32_to_f64;
    "cvt.f32.i32" 32 rounded f32_to_i32;
    "cvt.i32.f32" 32 1 i32_to_f32;
    "cvt.f32.u32" 32 rounded f32_to_ui32;
    "cvt.u32.f32" 32 1 ui32_to_f32;
    "cvt.f32.i64" 64 rounded f32_to_i64;
    "cvt.i64.f32" 32 1 i64_to_f32;
    "cvt.f32.u64" 64 rounded f32_to_ui64;
    "cvt.u64.f32" 32 1 ui64_to_f32;
    "ieee.f64.add" 64 2 f64_add;
    "ieee.f64.sub" 64 2 f64_sub;
    "ieee.f64.mul" 64 2 f64_mul;
    "ieee.f64.div" 64 2 f64_div;
    "ieee.f64.remainder" 64 2 f64_rem;
    "ieee.f64.sqrt" 64 1 f64_sqrt;
    "ieee.f64.fma" 64 3 f64_mulAdd;
    "ieee.f64.round_to_integral" 64 rounded f64_roundToInt;
    "ieee.f64.eq_quiet" 1 2 f64_eq;
    "ieee.f64.eq_signaling" 1 2 f64_eq_signaling;
    "ieee.f64.lt_quiet" 1 2 f64_lt_quiet;
    "ieee.f64.lt_signaling" 1 2 f64_lt;
    "ieee.f64.le_quiet" 1 2 f64_le_quiet;
    "ieee.f64.le_signaling" 1 2 f64_le;
    "cvt.f64.f16" 16 1 f64_to_f16;
    "cvt.f64.f32" 32 1 f64_to_f32;
    "cvt.f64.i32" 32 rounded f64_to_i32;
    "cvt.i32.f64" 64 1 i32_to_f64;
    "cvt.f64.u32" 32 rounded f64_to_ui32;
    "cvt.u32.f64" 64 1 ui32_to_f64;
    "cvt.f64.i64" 64 rounded f64_to_i64;
    "cvt.i64.f64" 64 1 i64_to_f64;
    "cvt.f64.u64" 64 rounded f64_to_ui64;
    "cvt.u64.f64" 64 1 ui64_to_f64;
}
