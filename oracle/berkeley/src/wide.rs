//! Its functions of binary128 and of the x87's format, on codes of 128 bits.
#![allow(unsafe_code)] // foreign functions

use crate::Rules;
use crate::table::call;
use softfloat_sys as c;

/// A function on up to three codes; direction and whether to signal *inexact* are arguments of those that give integers.
type Call = fn([u128; 3], u8, bool) -> u128;

/// A function of a wide format.
#[derive(Clone, Copy, Debug)]
pub struct Wide {
    /// Its name: `f128_mulAdd`.
    pub name: &'static str,
    /// The formats of its operands, as names have them: `f128`, `extF80`, `ui64`.
    pub operands: &'static [&'static str],
    /// That of its result; a truth value is `bool`.
    pub result: &'static str,
    call: Call,
}

impl Wide {
    /// Result and flags under rules and a precision of the x87's format: 32, 64 or 80, as SoftFloat counts.
    #[must_use]
    pub fn answer(&self, rules: Rules, precision: u8, x: [u128; 3]) -> (u128, u8) {
        // SAFETY: they write bytes that belong to the thread.
        unsafe {
            c::softfloat_roundingMode_write_helper(rules.direction);
            c::softfloat_detectTininess_write_helper(rules.tininess);
            c::extF80_roundingPrecision_write_helper(precision);
            c::softfloat_exceptionFlags_write_helper(0);
        }
        let bits = (self.call)(x, rules.direction, rules.exact);
        // SAFETY: it reads one of them.
        (bits, unsafe { c::softfloat_exceptionFlags_read_helper() })
    }
}

/// A code as an argument or a result.
trait Code {
    fn of(code: u128) -> Self;
    fn code(self) -> u128;
}

impl Code for c::float128_t {
    fn of(code: u128) -> Self {
        Self { v: [code as u64, (code >> 64) as u64] }
    }

    fn code(self) -> u128 {
        u128::from(self.v[1]) << 64 | u128::from(self.v[0])
    }
}

impl Code for c::extFloat80_t {
    fn of(code: u128) -> Self {
        Self { signif: code as u64, signExp: (code >> 64) as u16 }
    }

    fn code(self) -> u128 {
        u128::from(self.signExp) << 64 | u128::from(self.signif)
    }
}

macro_rules! codes {
    ($($ty:ty, $x:ident: $of:expr, $code:expr;)*) => {$(
        impl Code for $ty {
            fn of($x: u128) -> Self {
                $of
            }

            fn code(self) -> u128 {
                let $x = self;
                $code
            }
        }
    )*};
}

codes! {
    c::float16_t, x: Self { v: x as u16 }, x.v.into();
    c::float32_t, x: Self { v: x as u32 }, x.v.into();
    c::float64_t, x: Self { v: x as u64 }, x.v.into();
    u32, x: x as Self, x.into();
    i32, x: x as Self, (x as u32).into();
    u64, x: x as Self, x.into();
    i64, x: x as Self, (x as u64).into();
    bool, x: x != 0, x.into();
}

/// `function(operands; further arguments) -> result`.
macro_rules! functions {
    ($($name:ident($($operand:ident),+ $(; $($further:ident)+)?) -> $result:ident;)*) => {
        &[$(Wide {
            name: stringify!($name),
            operands: &[$(stringify!($operand)),+],
            result: stringify!($result),
            call: call!($name $($operand)+ $(; $($further)+)?),
        }),*]
    };
}

/// All of them, but those that cut, which are the others toward zero.
pub const WIDE: &[Wide] = functions! {
    ui32_to_f128(ui32) -> f128; i32_to_f128(i32) -> f128; ui64_to_f128(ui64) -> f128; i64_to_f128(i64) -> f128;
    f16_to_f128(f16) -> f128; f32_to_f128(f32) -> f128; f64_to_f128(f64) -> f128; extF80_to_f128(extF80) -> f128;
    f128_to_f16(f128) -> f16; f128_to_f32(f128) -> f32; f128_to_f64(f128) -> f64; f128_to_extF80(f128) -> extF80;
    f128_to_ui32(f128; direction exact) -> ui32; f128_to_i32(f128; direction exact) -> i32;
    f128_to_ui64(f128; direction exact) -> ui64; f128_to_i64(f128; direction exact) -> i64;
    f128_roundToInt(f128; direction exact) -> f128;
    f128_add(f128, f128) -> f128; f128_sub(f128, f128) -> f128; f128_mul(f128, f128) -> f128; f128_div(f128, f128) -> f128;
    f128_rem(f128, f128) -> f128; f128_sqrt(f128) -> f128; f128_mulAdd(f128, f128, f128) -> f128;
    f128_eq(f128, f128) -> bool; f128_le(f128, f128) -> bool; f128_lt(f128, f128) -> bool;
    f128_eq_signaling(f128, f128) -> bool; f128_le_quiet(f128, f128) -> bool; f128_lt_quiet(f128, f128) -> bool;
    ui32_to_extF80(ui32) -> extF80; i32_to_extF80(i32) -> extF80; ui64_to_extF80(ui64) -> extF80; i64_to_extF80(i64) -> extF80;
    f16_to_extF80(f16) -> extF80; f32_to_extF80(f32) -> extF80; f64_to_extF80(f64) -> extF80;
    extF80_to_f16(extF80) -> f16; extF80_to_f32(extF80) -> f32; extF80_to_f64(extF80) -> f64;
    extF80_to_ui32(extF80; direction exact) -> ui32; extF80_to_i32(extF80; direction exact) -> i32;
    extF80_to_ui64(extF80; direction exact) -> ui64; extF80_to_i64(extF80; direction exact) -> i64;
    extF80_roundToInt(extF80; direction exact) -> extF80;
    extF80_add(extF80, extF80) -> extF80; extF80_sub(extF80, extF80) -> extF80; extF80_mul(extF80, extF80) -> extF80;
    extF80_div(extF80, extF80) -> extF80; extF80_rem(extF80, extF80) -> extF80; extF80_sqrt(extF80) -> extF80;
    extF80_eq(extF80, extF80) -> bool; extF80_le(extF80, extF80) -> bool; extF80_lt(extF80, extF80) -> bool;
    extF80_eq_signaling(extF80, extF80) -> bool; extF80_le_quiet(extF80, extF80) -> bool; extF80_lt_quiet(extF80, extF80) -> bool;
};
