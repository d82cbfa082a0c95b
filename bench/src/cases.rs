//! The table of cases.

use std::hint::black_box;

use rustc_apfloat::ieee::{BFloat, Double, Float8E4M3FN, Float8E5M2, Half, Single};
use softfloat::format::{
    Bf16, Binary16, Binary32, Binary64, Fp4E2m1, Fp6E2m3, Fp8E4m3Fnuz, Fp8E4m3Ocp, Fp8E5m2Ocp,
    Int8, MnDouble, MnHalf, MnSingle, Tf32,
};
use softfloat::mncore2;
use softfloat::{Env, StaticFormat};

use crate::operands::{SETS, blocks, number, numbers, quads, stream, three, two};
use crate::{apfloat, berkeley, ours};
use seeded::Random;

/// The chapters of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Berkeley SoftFloat.
    Berkeley,
    /// Vector multiply-add.
    Vector,
    /// Matrix-vector multiply-add, one output element.
    Matrix,
    /// Block-float conversion of a whole block.
    Block,
    /// Reductions.
    Reduction,
    /// One MN-Core 2 precision to another, and the reciprocal square root.
    Scalar,
    /// One format to another.
    Conversion,
    /// Arithmetic of IEEE 754, its rules read at run time.
    Ieee,
    /// The same by rustc_apfloat.
    Apfloat,
    /// Files of vectors: a case of an operation, generated or checked.
    File,
}

/// An operation to measure.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Its name.
    pub name: &'static str,
    /// Its chapter.
    pub group: Group,
    /// Berkeley SoftFloat's operation that comes nearest, by name; empty where there is none.
    pub nearest: &'static str,
    /// Makes the operands, and returns the pass over them.
    pub prepare: fn() -> Box<dyn FnMut()>,
}

/// The pass that calls nothing, whose cost is taken off.
pub const EMPTY: Case = Case {
    name: "empty",
    group: Group::Berkeley,
    nearest: "",
    prepare: || pass(number::<MnSingle>, |_| ()),
};

fn pass<T: 'static, R>(
    make: impl Fn(&mut Random) -> T,
    call: impl Fn(&T) -> R + 'static,
) -> Box<dyn FnMut()> {
    let mut random = stream();
    let sets: Vec<T> = (0..SETS).map(|_| make(&mut random)).collect();
    Box::new(move || {
        for set in &sets {
            black_box(call(black_box(set)));
        }
    })
}

/// The default rules, which no operation knows when it is compiled.
fn rules() -> &'static Env {
    black_box(&Env::IEEE)
}

macro_rules! cases {
    ($($group:ident { $(
        $name:literal $(~ $nearest:literal)?: $make:expr => $call:expr;
    )* })*) => {
        &[$($(
            Case {
                name: $name,
                group: Group::$group,
                nearest: [$($nearest,)? ""][0],
                prepare: || pass($make, $call),
            },
        )*)*]
    };
}

/// Every case.
pub const CASES: &[Case] = cases! {
    Berkeley {
        "f16_mulAdd": numbers::<Binary16, 3> => |&[x, y, z]| berkeley::f16_mulAdd(x, y, z);
        "f32_add": numbers::<Binary32, 2> => |&[x, y]| berkeley::f32_add(x, y);
        "f32_mul": numbers::<Binary32, 2> => |&[x, y]| berkeley::f32_mul(x, y);
        "f32_mulAdd": numbers::<Binary32, 3> => |&[x, y, z]| berkeley::f32_mulAdd(x, y, z);
        "f64_add": numbers::<Binary64, 2> => |&[x, y]| berkeley::f64_add(x, y);
        "f64_mul": numbers::<Binary64, 2> => |&[x, y]| berkeley::f64_mul(x, y);
        "f64_mulAdd": numbers::<Binary64, 3> => |&[x, y, z]| berkeley::f64_mulAdd(x, y, z);
        "f16_sub": numbers::<Binary16, 2> => |&[x, y]| berkeley::f16_sub(x, y);
        "f16_div": numbers::<Binary16, 2> => |&[x, y]| berkeley::f16_div(x, y);
        "f16_rem": numbers::<Binary16, 2> => |&[x, y]| berkeley::f16_rem(x, y);
        "f16_add": numbers::<Binary16, 2> => |&[x, y]| berkeley::f16_add(x, y);
        "f16_mul": numbers::<Binary16, 2> => |&[x, y]| berkeley::f16_mul(x, y);
        "f16_sqrt": number::<Binary16> => |&x| berkeley::f16_sqrt(x & 0x7fff);
        "f32_sub": numbers::<Binary32, 2> => |&[x, y]| berkeley::f32_sub(x, y);
        "f32_div": numbers::<Binary32, 2> => |&[x, y]| berkeley::f32_div(x, y);
        "f32_rem": numbers::<Binary32, 2> => |&[x, y]| berkeley::f32_rem(x, y);
        "f64_sub": numbers::<Binary64, 2> => |&[x, y]| berkeley::f64_sub(x, y);
        "f64_div": numbers::<Binary64, 2> => |&[x, y]| berkeley::f64_div(x, y);
        "f64_rem": numbers::<Binary64, 2> => |&[x, y]| berkeley::f64_rem(x, y);
        "f32_sqrt": number::<Binary32> => |&x| berkeley::f32_sqrt(x & 0x7fff_ffff);
        "f64_sqrt": number::<Binary64> => |&x| berkeley::f64_sqrt(x & u64::MAX >> 1);
        "f16_to_f32": number::<Binary16> => |&x| berkeley::f16_to_f32(x);
        "bf16_to_f32": number::<Bf16> => |&x| berkeley::bf16_to_f32(x);
        "f32_to_f16": number::<Binary32> => |&x| berkeley::f32_to_f16(x);
        "f32_to_bf16": number::<Binary32> => |&x| berkeley::f32_to_bf16(x);
        "f32_to_f64": number::<Binary32> => |&x| berkeley::f32_to_f64(x);
        "f64_to_f32": number::<Binary64> => |&x| berkeley::f64_to_f32(x);
        "f128_add": quads::<2> => |&[x, y]| berkeley::f128_add(x, y);
        "f128_sub": quads::<2> => |&[x, y]| berkeley::f128_sub(x, y);
        "f128_mul": quads::<2> => |&[x, y]| berkeley::f128_mul(x, y);
        "f128_div": quads::<2> => |&[x, y]| berkeley::f128_div(x, y);
        "f128_rem": quads::<2> => |&[x, y]| berkeley::f128_rem(x, y);
        "f128_sqrt": quads::<1> => |&[x]| berkeley::f128_sqrt(x & u128::MAX >> 1);
        "f128_mulAdd": quads::<3> => |&[x, y, z]| berkeley::f128_mulAdd(x, y, z);
    }
    Vector {
        "fvfma" ~ "f32_mulAdd": numbers::<MnSingle, 3> => |&[x, y, z]| ours::fvfma(x, y, z);
        "hvfma" ~ "f32_mulAdd": three::<MnHalf, MnHalf, MnSingle> => |&(x, y, z)| ours::hvfma(x, y, z);
        "dvfma" ~ "f64_mulAdd": numbers::<MnDouble, 3> => |&[x, y, z]| ours::dvfma(x, y, z);
        "hvfma r" ~ "f16_mulAdd": three::<MnHalf, MnHalf, MnSingle> => |&(x, y, z)| ours::hvfma_r(x, y, z);
        "dvfma r" ~ "f64_mulAdd": numbers::<MnDouble, 3> => |&[x, y, z]| ours::dvfma_r(x, y, z);
        "fvmul" ~ "f32_mul": numbers::<MnSingle, 2> => |&[x, y]| ours::fvmul(x, y);
        "fvadd" ~ "f32_add": two::<MnSingle, MnSingle> => |&(x, z)| ours::fvadd(x, z);
    }
    Matrix {
        "dmfma": blocks::<mncore2::Double, 4> => |(a, x, c)| ours::dmfma(a, x, *c);
        "fmfma": blocks::<mncore2::Single, 4> => |(a, x, c)| ours::fmfma(a, x, *c);
        "gmfma": blocks::<mncore2::PseudoSingle, 8> => |(a, x, c)| ours::gmfma(a, x, *c);
        "hmfma": blocks::<mncore2::Half, 16> => |(a, x, c)| ours::hmfma(a, x, *c);
        "dmmul": blocks::<mncore2::Double, 4> => |(a, x, _)| ours::dmmul(a, x);
        "fmmul": blocks::<mncore2::Single, 4> => |(a, x, _)| ours::fmmul(a, x);
        "gmmul": blocks::<mncore2::PseudoSingle, 8> => |(a, x, _)| ours::gmmul(a, x);
        "hmmul": blocks::<mncore2::Half, 16> => |(a, x, _)| ours::hmmul(a, x);
    }
    Block {
        "dbfn": numbers::<MnDouble, 4> => ours::dbfn;
        "fbfn": numbers::<MnSingle, 4> => ours::fbfn;
        "gbfn": numbers::<MnSingle, 8> => ours::gbfn;
        "hbfn/9": numbers::<MnHalf, 16> => ours::hbfn_9;
        "hbfe/9": numbers::<MnHalf, 16> => ours::hbfe_9;
    }
    Reduction {
        "ffadd of 2" ~ "f32_add": numbers::<MnSingle, 2> => ours::ffadd_2;
        "ffadd of 4" ~ "f32_add": numbers::<MnSingle, 4> => ours::ffadd_4;
        "ffadd of 8" ~ "f32_add": numbers::<MnSingle, 8> => ours::ffadd_8;
        "ffadd of 16" ~ "f32_add": numbers::<MnSingle, 16> => ours::ffadd_16;
        "hfadd of 4": numbers::<MnHalf, 4> => ours::hfadd_4;
        "dfadd of 4" ~ "f64_add": numbers::<MnDouble, 4> => ours::dfadd_4;
        "fmax of 4": numbers::<MnSingle, 4> => ours::fmax_4;
    }
    Scalar {
        "narrow f to h" ~ "f32_to_f16": number::<MnSingle> => |&x| ours::narrow_f_h(x);
        "shorten_in f to h" ~ "f32_to_f16": number::<MnSingle> => |&x| ours::shorten_f_h(x);
        "narrow d to f" ~ "f64_to_f32": number::<MnDouble> => |&x| ours::narrow_d_f(x);
        "extend h to f" ~ "f16_to_f32": number::<MnHalf> => |&x| ours::extend_h_f(x);
        "frsqrt" ~ "f32_sqrt": number::<MnSingle> => |&x| ours::frsqrt(x);
        "drsqrt" ~ "f64_sqrt": number::<MnDouble> => |&x| ours::drsqrt(x);
    }
    Conversion {
        "binary32 to binary16" ~ "f32_to_f16": number::<Binary32> => |&x| ours::binary32_binary16(x);
        "binary32 to bf16" ~ "f32_to_bf16": number::<Binary32> => |&x| ours::binary32_bf16(x);
        "binary32 to tf32": number::<Binary32> => |&x| ours::binary32_tf32(x);
        "binary32 to e4m3_ocp": number::<Binary32> => |&x| ours::binary32_e4m3(x);
        "binary32 to e5m2_ocp": number::<Binary32> => |&x| ours::binary32_e5m2(x);
        "binary32 to e2m1": number::<Binary32> => |&x| ours::binary32_e2m1(x);
        "binary32 to int8": number::<Binary32> => |&x| ours::binary32_int8(x);
        "binary16 to binary32" ~ "f16_to_f32": number::<Binary16> => |&x| ours::binary16_binary32(x);
        "binary16 to bf16": number::<Binary16> => |&x| ours::binary16_bf16(x);
        "binary16 to e4m3_ocp": number::<Binary16> => |&x| ours::binary16_e4m3(x);
        "bf16 to binary32" ~ "bf16_to_f32": number::<Bf16> => |&x| ours::bf16_binary32(x);
        "bf16 to binary16": number::<Bf16> => |&x| ours::bf16_binary16(x);
        "bf16 to e4m3_ocp": number::<Bf16> => |&x| ours::bf16_e4m3(x);
        "e4m3_ocp to binary32": number::<Fp8E4m3Ocp> => |&x| ours::e4m3_binary32(x);
        "e4m3_ocp to e5m2_ocp": number::<Fp8E4m3Ocp> => |&x| ours::e4m3_e5m2(x);
        "int8 to binary16": number::<Int8> => |&x| ours::int8_binary16(x);
        "binary64 to binary32" ~ "f64_to_f32": number::<Binary64> => |&x| ours::binary64_binary32(x);
        "binary32 to binary64" ~ "f32_to_f64": number::<Binary32> => |&x| ours::binary32_binary64(x);
        "convert_any, binary32 to binary16" ~ "f32_to_f16": number::<Binary32> => |&x|
            ours::convert_any(&Binary32::FORMAT, &Binary16::FORMAT, &softfloat::Env::IEEE, x.into());
    }
    Ieee {
        "ieee.f16.add" ~ "f16_add": numbers::<Binary16, 2> => |&[x, y]| ours::f16::add(x, y, rules());
        "ieee.f16.sub" ~ "f16_sub": numbers::<Binary16, 2> => |&[x, y]| ours::f16::sub(x, y, rules());
        "ieee.f16.mul" ~ "f16_mul": numbers::<Binary16, 2> => |&[x, y]| ours::f16::mul(x, y, rules());
        "ieee.f16.div" ~ "f16_div": numbers::<Binary16, 2> => |&[x, y]| ours::f16::div(x, y, rules());
        "ieee.f16.remainder" ~ "f16_rem": numbers::<Binary16, 2> => |&[x, y]| ours::f16::remainder(x, y, rules());
        "ieee.f16.sqrt" ~ "f16_sqrt": number::<Binary16> => |&x| ours::f16::sqrt(x & 0x7fff, rules());
        "ieee.f16.fma" ~ "f16_mulAdd": numbers::<Binary16, 3> => |&[x, y, z]| ours::f16::fma(x, y, z, rules());
        "ieee.f32.add" ~ "f32_add": numbers::<Binary32, 2> => |&[x, y]| ours::f32::add(x, y, rules());
        "ieee.f32.sub" ~ "f32_sub": numbers::<Binary32, 2> => |&[x, y]| ours::f32::sub(x, y, rules());
        "ieee.f32.mul" ~ "f32_mul": numbers::<Binary32, 2> => |&[x, y]| ours::f32::mul(x, y, rules());
        "ieee.f32.div" ~ "f32_div": numbers::<Binary32, 2> => |&[x, y]| ours::f32::div(x, y, rules());
        "ieee.f32.remainder" ~ "f32_rem": numbers::<Binary32, 2> => |&[x, y]| ours::f32::remainder(x, y, rules());
        "ieee.f32.sqrt" ~ "f32_sqrt": number::<Binary32> => |&x| ours::f32::sqrt(x & 0x7fff_ffff, rules());
        "ieee.f32.fma" ~ "f32_mulAdd": numbers::<Binary32, 3> => |&[x, y, z]| ours::f32::fma(x, y, z, rules());
        "ieee.f64.add" ~ "f64_add": numbers::<Binary64, 2> => |&[x, y]| ours::f64::add(x, y, rules());
        "ieee.f64.sub" ~ "f64_sub": numbers::<Binary64, 2> => |&[x, y]| ours::f64::sub(x, y, rules());
        "ieee.f64.mul" ~ "f64_mul": numbers::<Binary64, 2> => |&[x, y]| ours::f64::mul(x, y, rules());
        "ieee.f64.div" ~ "f64_div": numbers::<Binary64, 2> => |&[x, y]| ours::f64::div(x, y, rules());
        "ieee.f64.remainder" ~ "f64_rem": numbers::<Binary64, 2> => |&[x, y]| ours::f64::remainder(x, y, rules());
        "ieee.f64.sqrt" ~ "f64_sqrt": number::<Binary64> => |&x| ours::f64::sqrt(x & u64::MAX >> 1, rules());
        "ieee.f64.fma" ~ "f64_mulAdd": numbers::<Binary64, 3> => |&[x, y, z]| ours::f64::fma(x, y, z, rules());
        "ieee.f128.add" ~ "f128_add": quads::<2> => |&[x, y]| ours::f128::add(x, y, rules());
        "ieee.f128.sub" ~ "f128_sub": quads::<2> => |&[x, y]| ours::f128::sub(x, y, rules());
        "ieee.f128.mul" ~ "f128_mul": quads::<2> => |&[x, y]| ours::f128::mul(x, y, rules());
        "ieee.f128.div" ~ "f128_div": quads::<2> => |&[x, y]| ours::f128::div(x, y, rules());
        "ieee.f128.remainder" ~ "f128_rem": quads::<2> => |&[x, y]| ours::f128::remainder(x, y, rules());
        "ieee.f128.sqrt" ~ "f128_sqrt": quads::<1> => |&[x]| ours::f128::sqrt(x & u128::MAX >> 1, rules());
        "ieee.f128.fma" ~ "f128_mulAdd": quads::<3> => |&[x, y, z]| ours::f128::fma(x, y, z, rules());
        "ieee.bf16.add": numbers::<Bf16, 2> => |&[x, y]| ours::bf16::add(x, y, rules());
        "ieee.bf16.sub": numbers::<Bf16, 2> => |&[x, y]| ours::bf16::sub(x, y, rules());
        "ieee.bf16.mul": numbers::<Bf16, 2> => |&[x, y]| ours::bf16::mul(x, y, rules());
        "ieee.bf16.div": numbers::<Bf16, 2> => |&[x, y]| ours::bf16::div(x, y, rules());
        "ieee.bf16.remainder": numbers::<Bf16, 2> => |&[x, y]| ours::bf16::remainder(x, y, rules());
        "ieee.bf16.sqrt": number::<Bf16> => |&x| ours::bf16::sqrt(x & 0x7fff, rules());
        "ieee.bf16.fma": numbers::<Bf16, 3> => |&[x, y, z]| ours::bf16::fma(x, y, z, rules());
        "ieee.tf32.add": numbers::<Tf32, 2> => |&[x, y]| ours::tf32::add(x, y, rules());
        "ieee.tf32.sub": numbers::<Tf32, 2> => |&[x, y]| ours::tf32::sub(x, y, rules());
        "ieee.tf32.mul": numbers::<Tf32, 2> => |&[x, y]| ours::tf32::mul(x, y, rules());
        "ieee.tf32.div": numbers::<Tf32, 2> => |&[x, y]| ours::tf32::div(x, y, rules());
        "ieee.tf32.remainder": numbers::<Tf32, 2> => |&[x, y]| ours::tf32::remainder(x, y, rules());
        "ieee.tf32.sqrt": number::<Tf32> => |&x| ours::tf32::sqrt(x & 0x7fff_ffff, rules());
        "ieee.tf32.fma": numbers::<Tf32, 3> => |&[x, y, z]| ours::tf32::fma(x, y, z, rules());
        "ieee.e6m9.add": numbers::<ours::E6m9, 2> => |&[x, y]| ours::e6m9::add(x, y, rules());
        "ieee.e6m9.sub": numbers::<ours::E6m9, 2> => |&[x, y]| ours::e6m9::sub(x, y, rules());
        "ieee.e6m9.mul": numbers::<ours::E6m9, 2> => |&[x, y]| ours::e6m9::mul(x, y, rules());
        "ieee.e6m9.div": numbers::<ours::E6m9, 2> => |&[x, y]| ours::e6m9::div(x, y, rules());
        "ieee.e6m9.remainder": numbers::<ours::E6m9, 2> => |&[x, y]| ours::e6m9::remainder(x, y, rules());
        "ieee.e6m9.sqrt": number::<ours::E6m9> => |&x| ours::e6m9::sqrt(x & 0x7fff, rules());
        "ieee.e6m9.fma": numbers::<ours::E6m9, 3> => |&[x, y, z]| ours::e6m9::fma(x, y, z, rules());
        "fp8.e4m3fn.add": numbers::<Fp8E4m3Ocp, 2> => |&[x, y]| ours::e4m3fn::add(x, y, rules());
        "fp8.e4m3fn.sub": numbers::<Fp8E4m3Ocp, 2> => |&[x, y]| ours::e4m3fn::sub(x, y, rules());
        "fp8.e4m3fn.mul": numbers::<Fp8E4m3Ocp, 2> => |&[x, y]| ours::e4m3fn::mul(x, y, rules());
        "fp8.e4m3fn.div": numbers::<Fp8E4m3Ocp, 2> => |&[x, y]| ours::e4m3fn::div(x, y, rules());
        "fp8.e4m3fn.remainder": numbers::<Fp8E4m3Ocp, 2> => |&[x, y]| ours::e4m3fn::remainder(x, y, rules());
        "fp8.e4m3fn.sqrt": number::<Fp8E4m3Ocp> => |&x| ours::e4m3fn::sqrt(x & 0x7f, rules());
        "fp8.e4m3fn.fma": numbers::<Fp8E4m3Ocp, 3> => |&[x, y, z]| ours::e4m3fn::fma(x, y, z, rules());
        "fp8.e5m2.add": numbers::<Fp8E5m2Ocp, 2> => |&[x, y]| ours::e5m2::add(x, y, rules());
        "fp8.e5m2.sub": numbers::<Fp8E5m2Ocp, 2> => |&[x, y]| ours::e5m2::sub(x, y, rules());
        "fp8.e5m2.mul": numbers::<Fp8E5m2Ocp, 2> => |&[x, y]| ours::e5m2::mul(x, y, rules());
        "fp8.e5m2.div": numbers::<Fp8E5m2Ocp, 2> => |&[x, y]| ours::e5m2::div(x, y, rules());
        "fp8.e5m2.remainder": numbers::<Fp8E5m2Ocp, 2> => |&[x, y]| ours::e5m2::remainder(x, y, rules());
        "fp8.e5m2.sqrt": number::<Fp8E5m2Ocp> => |&x| ours::e5m2::sqrt(x & 0x7f, rules());
        "fp8.e5m2.fma": numbers::<Fp8E5m2Ocp, 3> => |&[x, y, z]| ours::e5m2::fma(x, y, z, rules());
        "fp8.e4m3fnuz.add": numbers::<Fp8E4m3Fnuz, 2> => |&[x, y]| ours::e4m3fnuz::add(x, y, rules());
        "fp8.e4m3fnuz.sub": numbers::<Fp8E4m3Fnuz, 2> => |&[x, y]| ours::e4m3fnuz::sub(x, y, rules());
        "fp8.e4m3fnuz.mul": numbers::<Fp8E4m3Fnuz, 2> => |&[x, y]| ours::e4m3fnuz::mul(x, y, rules());
        "fp8.e4m3fnuz.div": numbers::<Fp8E4m3Fnuz, 2> => |&[x, y]| ours::e4m3fnuz::div(x, y, rules());
        "fp8.e4m3fnuz.remainder": numbers::<Fp8E4m3Fnuz, 2> => |&[x, y]| ours::e4m3fnuz::remainder(x, y, rules());
        "fp8.e4m3fnuz.sqrt": number::<Fp8E4m3Fnuz> => |&x| ours::e4m3fnuz::sqrt(x & 0x7f, rules());
        "fp8.e4m3fnuz.fma": numbers::<Fp8E4m3Fnuz, 3> => |&[x, y, z]| ours::e4m3fnuz::fma(x, y, z, rules());
        "fp6.e2m3fn.add": numbers::<Fp6E2m3, 2> => |&[x, y]| ours::e2m3fn::add(x, y, rules());
        "fp6.e2m3fn.sub": numbers::<Fp6E2m3, 2> => |&[x, y]| ours::e2m3fn::sub(x, y, rules());
        "fp6.e2m3fn.mul": numbers::<Fp6E2m3, 2> => |&[x, y]| ours::e2m3fn::mul(x, y, rules());
        "fp6.e2m3fn.div": numbers::<Fp6E2m3, 2> => |&[x, y]| ours::e2m3fn::div(x, y, rules());
        "fp6.e2m3fn.remainder": numbers::<Fp6E2m3, 2> => |&[x, y]| ours::e2m3fn::remainder(x, y, rules());
        "fp6.e2m3fn.sqrt": number::<Fp6E2m3> => |&x| ours::e2m3fn::sqrt(x & 0x1f, rules());
        "fp6.e2m3fn.fma": numbers::<Fp6E2m3, 3> => |&[x, y, z]| ours::e2m3fn::fma(x, y, z, rules());
        "fp4.e2m1fn.add": numbers::<Fp4E2m1, 2> => |&[x, y]| ours::e2m1fn::add(x, y, rules());
        "fp4.e2m1fn.sub": numbers::<Fp4E2m1, 2> => |&[x, y]| ours::e2m1fn::sub(x, y, rules());
        "fp4.e2m1fn.mul": numbers::<Fp4E2m1, 2> => |&[x, y]| ours::e2m1fn::mul(x, y, rules());
        "fp4.e2m1fn.div": numbers::<Fp4E2m1, 2> => |&[x, y]| ours::e2m1fn::div(x, y, rules());
        "fp4.e2m1fn.remainder": numbers::<Fp4E2m1, 2> => |&[x, y]| ours::e2m1fn::remainder(x, y, rules());
        "fp4.e2m1fn.sqrt": number::<Fp4E2m1> => |&x| ours::e2m1fn::sqrt(x & 7, rules());
        "fp4.e2m1fn.fma": numbers::<Fp4E2m1, 3> => |&[x, y, z]| ours::e2m1fn::fma(x, y, z, rules());
    }
    Apfloat {
        "apfloat f16 add": numbers::<Binary16, 2> => |&[x, y]| apfloat::add::<Half>(x, y);
        "apfloat f16 mul": numbers::<Binary16, 2> => |&[x, y]| apfloat::mul::<Half>(x, y);
        "apfloat f16 div": numbers::<Binary16, 2> => |&[x, y]| apfloat::div::<Half>(x, y);
        "apfloat f16 fma": numbers::<Binary16, 3> => |&[x, y, z]| apfloat::fma::<Half>(x, y, z);
        "apfloat f32 add": numbers::<Binary32, 2> => |&[x, y]| apfloat::add::<Single>(x, y);
        "apfloat f32 mul": numbers::<Binary32, 2> => |&[x, y]| apfloat::mul::<Single>(x, y);
        "apfloat f32 div": numbers::<Binary32, 2> => |&[x, y]| apfloat::div::<Single>(x, y);
        "apfloat f32 fma": numbers::<Binary32, 3> => |&[x, y, z]| apfloat::fma::<Single>(x, y, z);
        "apfloat f64 add": numbers::<Binary64, 2> => |&[x, y]| apfloat::add::<Double>(x, y);
        "apfloat f64 mul": numbers::<Binary64, 2> => |&[x, y]| apfloat::mul::<Double>(x, y);
        "apfloat f64 div": numbers::<Binary64, 2> => |&[x, y]| apfloat::div::<Double>(x, y);
        "apfloat f64 fma": numbers::<Binary64, 3> => |&[x, y, z]| apfloat::fma::<Double>(x, y, z);
        "apfloat bf16 add": numbers::<Bf16, 2> => |&[x, y]| apfloat::add::<BFloat>(x, y);
        "apfloat bf16 mul": numbers::<Bf16, 2> => |&[x, y]| apfloat::mul::<BFloat>(x, y);
        "apfloat bf16 div": numbers::<Bf16, 2> => |&[x, y]| apfloat::div::<BFloat>(x, y);
        "apfloat bf16 fma": numbers::<Bf16, 3> => |&[x, y, z]| apfloat::fma::<BFloat>(x, y, z);
        "apfloat e4m3fn add": numbers::<Fp8E4m3Ocp, 2> => |&[x, y]| apfloat::add::<Float8E4M3FN>(x, y);
        "apfloat e4m3fn mul": numbers::<Fp8E4m3Ocp, 2> => |&[x, y]| apfloat::mul::<Float8E4M3FN>(x, y);
        "apfloat e4m3fn div": numbers::<Fp8E4m3Ocp, 2> => |&[x, y]| apfloat::div::<Float8E4M3FN>(x, y);
        "apfloat e4m3fn fma": numbers::<Fp8E4m3Ocp, 3> => |&[x, y, z]| apfloat::fma::<Float8E4M3FN>(x, y, z);
        "apfloat e5m2 add": numbers::<Fp8E5m2Ocp, 2> => |&[x, y]| apfloat::add::<Float8E5M2>(x, y);
        "apfloat e5m2 mul": numbers::<Fp8E5m2Ocp, 2> => |&[x, y]| apfloat::mul::<Float8E5M2>(x, y);
        "apfloat e5m2 div": numbers::<Fp8E5m2Ocp, 2> => |&[x, y]| apfloat::div::<Float8E5M2>(x, y);
        "apfloat e5m2 fma": numbers::<Fp8E5m2Ocp, 3> => |&[x, y, z]| apfloat::fma::<Float8E5M2>(x, y, z);
    }
};
