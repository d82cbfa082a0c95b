//! The operations of `softfloat` as functions that are really called.

use softfloat::format::{
    Bf16, Binary16, Binary32, Binary64, Custom, Fp4E2m1, Fp6E2m3, Fp8E4m3Fnuz, Fp8E4m3Ocp,
    Fp8E5m2Ocp, Int8, Tf32,
};
use softfloat::ieee;
use softfloat::mncore2::{self, Double, Flagged, Half, Profile, PseudoSingle, Single};
use softfloat::{Env, Format, Rounded};

const DECIDED: &Profile = &Profile::DECIDED;

macro_rules! called {
    ($($name:ident($($operand:ident: $ty:ty),*) -> $out:ty = $body:expr;)*) => {$(
        #[inline(never)]
        pub(crate) fn $name($($operand: $ty),*) -> $out {
            $body
        }
    )*};
}

// Vector multiply-add.
called! {
    fvfma(x: u32, y: u32, z: u32) -> Flagged<u32> =
        mncore2::vector::fma::<Single, Single>(DECIDED, x, y, z);
    hvfma(x: u16, y: u16, z: u32) -> Flagged<u32> =
        mncore2::vector::fma::<Half, Single>(DECIDED, x, y, z);
    dvfma(x: u64, y: u64, z: u64) -> Flagged<u64> =
        mncore2::vector::fma::<Double, Double>(DECIDED, x, y, z);
    hvfma_r(x: u16, y: u16, z: u32) -> Flagged<u16> =
        mncore2::vector::fma::<Half, Half>(DECIDED, x, y, z);
    dvfma_r(x: u64, y: u64, z: u64) -> Flagged<u32> =
        mncore2::vector::fma::<Double, Single>(DECIDED, x, y, z);
    fvmul(x: u32, y: u32) -> Flagged<u32> =
        mncore2::vector::mul::<Single, Single>(DECIDED, x, y);
    fvadd(x: u32, z: u32) -> Flagged<u32> =
        mncore2::vector::add_sum::<Single, Single>(DECIDED, x, z);
}

// Matrix-vector multiply-add, one output element.
called! {
    dmfma(a: &[u64; 4], x: &[u64; 4], c: u64) -> Flagged<u64> =
        mncore2::matrix::fma::<Double, Double>(DECIDED, a, x, c);
    fmfma(a: &[u32; 4], x: &[u32; 4], c: u32) -> Flagged<u32> =
        mncore2::matrix::fma::<Single, Single>(DECIDED, a, x, c);
    gmfma(a: &[u32; 8], x: &[u32; 8], c: u32) -> Flagged<u32> =
        mncore2::matrix::fma::<PseudoSingle, Single>(DECIDED, a, x, c);
    hmfma(a: &[u16; 16], x: &[u16; 16], c: u32) -> Flagged<u32> =
        mncore2::matrix::fma::<Half, Single>(DECIDED, a, x, c);
    dmmul(a: &[u64; 4], x: &[u64; 4]) -> Flagged<u64> =
        mncore2::matrix::mul::<Double, Double>(DECIDED, a, x);
    fmmul(a: &[u32; 4], x: &[u32; 4]) -> Flagged<u32> =
        mncore2::matrix::mul::<Single, Single>(DECIDED, a, x);
    gmmul(a: &[u32; 8], x: &[u32; 8]) -> Flagged<u32> =
        mncore2::matrix::mul::<PseudoSingle, Single>(DECIDED, a, x);
    hmmul(a: &[u16; 16], x: &[u16; 16]) -> Flagged<u32> =
        mncore2::matrix::mul::<Half, Single>(DECIDED, a, x);
}

// Block-float conversion of a whole block.
macro_rules! block_conversions {
    ($($name:ident($bits:ty; $len:literal) = |$block:ident| $body:expr;)*) => {
        called! {$(
            $name(x: &[$bits; $len]) -> [$bits; $len] = {
                let mut block = *x;
                let $block = &mut block;
                $body;
                block
            };
        )*}
    };
}

block_conversions! {
    dbfn(u64; 4) = |x| mncore2::block::bfn::<Double>(DECIDED, x);
    fbfn(u32; 4) = |x| mncore2::block::bfn::<Single>(DECIDED, x);
    gbfn(u32; 8) = |x| mncore2::block::bfn::<PseudoSingle>(DECIDED, x);
    hbfn_9(u16; 16) = |x| mncore2::block::hbfn(x, 9);
    hbfe_9(u16; 16) = |x| mncore2::block::hbfe(x, 9);
}

// Reductions.
called! {
    ffadd_2(x: &[u32; 2]) -> u32 = mncore2::fadd::<Single, Single>(DECIDED, x);
    ffadd_4(x: &[u32; 4]) -> u32 = mncore2::fadd::<Single, Single>(DECIDED, x);
    ffadd_8(x: &[u32; 8]) -> u32 = mncore2::fadd::<Single, Single>(DECIDED, x);
    ffadd_16(x: &[u32; 16]) -> u32 =
        mncore2::fadd_stages::<Single, Single, 4, 4>(DECIDED, x, |k, i| 4 * k + i);
    hfadd_4(x: &[u16; 4]) -> u16 = mncore2::fadd::<Half, Half>(DECIDED, x);
    dfadd_4(x: &[u64; 4]) -> u64 = mncore2::fadd::<Double, Double>(DECIDED, x);
    fmax_4(x: &[u32; 4]) -> u32 = mncore2::max::<Single>(x);
}

// The reciprocal square root, and one precision to another.
called! {
    frsqrt(x: u32) -> Flagged<u32> = mncore2::rsqrt::rsqrt::<Single>(DECIDED, x);
    drsqrt(x: u64) -> Flagged<u64> = mncore2::rsqrt::rsqrt::<Double>(DECIDED, x);
    narrow_f_h(x: u32) -> u16 = mncore2::narrow::<Single, Half>(DECIDED, x);
    narrow_d_f(x: u64) -> u32 = mncore2::narrow::<Double, Single>(DECIDED, x);
    shorten_f_h(x: u32) -> u16 = mncore2::shorten_in::<Single, Half>(DECIDED, x);
    extend_h_f(x: u16) -> u32 = mncore2::extend::<Half, Single>(DECIDED, x);
}

macro_rules! conversions {
    ($($name:ident($bits:ty) -> $out:ty = $from:ty, $to:ty;)*) => {
        called! {$(
            $name(x: $bits) -> Rounded<$out> = softfloat::convert::<$from, $to>(x, &Env::IEEE);
        )*}
    };
}

conversions! {
    binary32_binary16(u32) -> u16 = Binary32, Binary16;
    binary32_bf16(u32) -> u16 = Binary32, Bf16;
    binary32_tf32(u32) -> u32 = Binary32, Tf32;
    binary32_e4m3(u32) -> u8 = Binary32, Fp8E4m3Ocp;
    binary32_e5m2(u32) -> u8 = Binary32, Fp8E5m2Ocp;
    binary32_e2m1(u32) -> u8 = Binary32, Fp4E2m1;
    binary32_int8(u32) -> u8 = Binary32, Int8;
    binary16_binary32(u16) -> u32 = Binary16, Binary32;
    binary16_bf16(u16) -> u16 = Binary16, Bf16;
    binary16_e4m3(u16) -> u8 = Binary16, Fp8E4m3Ocp;
    bf16_binary32(u16) -> u32 = Bf16, Binary32;
    bf16_binary16(u16) -> u16 = Bf16, Binary16;
    bf16_e4m3(u16) -> u8 = Bf16, Fp8E4m3Ocp;
    e4m3_binary32(u8) -> u32 = Fp8E4m3Ocp, Binary32;
    e4m3_e5m2(u8) -> u8 = Fp8E4m3Ocp, Fp8E5m2Ocp;
    int8_binary16(u8) -> u16 = Int8, Binary16;
    binary64_binary32(u64) -> u32 = Binary64, Binary32;
    binary32_binary64(u32) -> u64 = Binary32, Binary64;
}

called! {
    convert_any(from: &Format, to: &Format, env: &Env, x: u64) -> Rounded<u64> =
        softfloat::convert_any(from, to, env, x);
}

// The operations of IEEE 754.
macro_rules! arithmetic {
    ($($module:ident($bits:ty) = $format:ty;)*) => {$(
        pub(crate) mod $module {
            use super::*;

            called! {
                add(x: $bits, y: $bits, env: &Env) -> Rounded<$bits> =
                    ieee::add::<$format>(x, y, env);
                sub(x: $bits, y: $bits, env: &Env) -> Rounded<$bits> =
                    ieee::sub::<$format>(x, y, env);
                mul(x: $bits, y: $bits, env: &Env) -> Rounded<$bits> =
                    ieee::mul::<$format>(x, y, env);
                div(x: $bits, y: $bits, env: &Env) -> Rounded<$bits> =
                    ieee::div::<$format>(x, y, env);
                remainder(x: $bits, y: $bits, env: &Env) -> Rounded<$bits> =
                    ieee::remainder::<$format>(x, y, env);
                sqrt(x: $bits, env: &Env) -> Rounded<$bits> = ieee::sqrt::<$format>(x, env);
                fma(x: $bits, y: $bits, z: $bits, env: &Env) -> Rounded<$bits> =
                    ieee::fma::<$format>(x, y, z, env);
            }
        }
    )*};
}

/// A format of no standard.
pub(crate) type E6m9 = Custom<6, 9, u16>;

arithmetic! {
    f16(u16) = Binary16;
    f32(u32) = Binary32;
    f64(u64) = Binary64;
    bf16(u16) = Bf16;
    tf32(u32) = Tf32;
    e4m3fn(u8) = Fp8E4m3Ocp;
    e5m2(u8) = Fp8E5m2Ocp;
    e4m3fnuz(u8) = Fp8E4m3Fnuz;
    e2m3fn(u8) = Fp6E2m3;
    e2m1fn(u8) = Fp4E2m1;
    e6m9(u16) = E6m9;
}

/// binary128.
pub(crate) mod f128 {
    use super::*;
    use softfloat::wide::{Rules, Wide};

    const QUAD: Wide = Wide::BINARY128;

    called! {
        add(x: u128, y: u128, env: &Env) -> Rounded<u128> = QUAD.add(x, y, &Rules::of(*env));
        sub(x: u128, y: u128, env: &Env) -> Rounded<u128> = QUAD.sub(x, y, &Rules::of(*env));
        mul(x: u128, y: u128, env: &Env) -> Rounded<u128> = QUAD.mul(x, y, &Rules::of(*env));
        div(x: u128, y: u128, env: &Env) -> Rounded<u128> = QUAD.div(x, y, &Rules::of(*env));
        remainder(x: u128, y: u128, env: &Env) -> Rounded<u128> =
            QUAD.remainder(x, y, &Rules::of(*env));
        sqrt(x: u128, env: &Env) -> Rounded<u128> = QUAD.sqrt(x, &Rules::of(*env));
        fma(x: u128, y: u128, z: u128, env: &Env) -> Rounded<u128> =
            QUAD.fma(x, y, z, &Rules::of(*env));
    }
}
