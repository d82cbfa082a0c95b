//! Berkeley SoftFloat's operations, called as they are: C functions that are not inlined.

// The one place of the workspace with `unsafe`: C without preconditions, whose only state is
// thread-local.
#![allow(unsafe_code, non_snake_case)]

use softfloat_sys::{bfloat16_t, float16_t, float32_t, float64_t, float128_t};

macro_rules! berkeley {
    ($($name:ident($($operand:ident: $bits:ty as $ty:ident),*) -> $out:ty;)*) => {$(
        #[inline(always)]
        pub(crate) fn $name($($operand: $bits),*) -> $out {
            // SAFETY: numbers by value in, a number by value out.
            unsafe { softfloat_sys::$name($($ty { v: $operand }),*).v }
        }
    )*};
}

berkeley! {
    bf16_to_f32(x: u16 as bfloat16_t) -> u32;
    f16_add(x: u16 as float16_t, y: u16 as float16_t) -> u16;
    f16_div(x: u16 as float16_t, y: u16 as float16_t) -> u16;
    f16_mul(x: u16 as float16_t, y: u16 as float16_t) -> u16;
    f16_mulAdd(x: u16 as float16_t, y: u16 as float16_t, z: u16 as float16_t) -> u16;
    f16_rem(x: u16 as float16_t, y: u16 as float16_t) -> u16;
    f16_sqrt(x: u16 as float16_t) -> u16;
    f16_sub(x: u16 as float16_t, y: u16 as float16_t) -> u16;
    f16_to_f32(x: u16 as float16_t) -> u32;
    f32_add(x: u32 as float32_t, y: u32 as float32_t) -> u32;
    f32_div(x: u32 as float32_t, y: u32 as float32_t) -> u32;
    f32_mul(x: u32 as float32_t, y: u32 as float32_t) -> u32;
    f32_mulAdd(x: u32 as float32_t, y: u32 as float32_t, z: u32 as float32_t) -> u32;
    f32_rem(x: u32 as float32_t, y: u32 as float32_t) -> u32;
    f32_sqrt(x: u32 as float32_t) -> u32;
    f32_sub(x: u32 as float32_t, y: u32 as float32_t) -> u32;
    f32_to_bf16(x: u32 as float32_t) -> u16;
    f32_to_f16(x: u32 as float32_t) -> u16;
    f32_to_f64(x: u32 as float32_t) -> u64;
    f64_add(x: u64 as float64_t, y: u64 as float64_t) -> u64;
    f64_div(x: u64 as float64_t, y: u64 as float64_t) -> u64;
    f64_mul(x: u64 as float64_t, y: u64 as float64_t) -> u64;
    f64_mulAdd(x: u64 as float64_t, y: u64 as float64_t, z: u64 as float64_t) -> u64;
    f64_rem(x: u64 as float64_t, y: u64 as float64_t) -> u64;
    f64_sqrt(x: u64 as float64_t) -> u64;
    f64_sub(x: u64 as float64_t, y: u64 as float64_t) -> u64;
    f64_to_f32(x: u64 as float64_t) -> u32;
}

macro_rules! of_binary128 {
    ($($name:ident($($operand:ident),*);)*) => {$(
        #[inline(always)]
        pub(crate) fn $name($($operand: u128),*) -> [u64; 2] {
            let number = |code: u128| float128_t { v: [code as u64, (code >> 64) as u64] };
            // SAFETY: numbers by value in, a number by value out.
            unsafe { softfloat_sys::$name($(number($operand)),*).v }
        }
    )*};
}

of_binary128! {
    f128_add(x, y);
    f128_sub(x, y);
    f128_mul(x, y);
    f128_div(x, y);
    f128_rem(x, y);
    f128_sqrt(x);
    f128_mulAdd(x, y, z);
}
