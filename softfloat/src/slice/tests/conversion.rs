use super::super::arithmetic::Same;
use super::{Stream, check, environments};
use crate::format::{
    Bf16, Binary16, Binary32, Binary64, Custom, Fp4E2m1, Fp6E2m3, Fp6E3m2, Fp8E4m3Fnuz, Fp8E4m3Ocp,
    Fp8E5m2Fnuz, Fp8E5m2Ocp, Int8, MnSingle, Tf32,
};
use crate::{Bits, StaticFormat};

/// Every code of at most 16 bits; of wider formats a sample of each class.
fn codes<A: StaticFormat>() -> Vec<A::Bits> {
    match A::FORMAT.width {
        width @ 0..=16 => (0..1u128 << width).map(A::Bits::low).collect(),
        _ => Stream::new(7).codes::<A>(20_000),
    }
}

macro_rules! convert {
    ($step:literal: $($from:ty => $($to:ty),*;)*) => {$(
        let all = codes::<$from>();
        for env in environments().iter().step_by($step) {
            $( check::<$from, $to, Same, 1>(env, [&all]); )*
        }
    )*};
}

#[test]
fn small_formats_are_complete() {
    convert! { 1:
        Fp8E4m3Ocp => Binary32, Binary16, Fp8E5m2Ocp, Fp6E3m2, Fp4E2m1;
        Fp8E5m2Ocp => Bf16, Fp8E4m3Ocp, Custom<2, 20, u32>;
        Fp8E4m3Fnuz => Fp8E5m2Fnuz, Custom<6, 1, u64>;
        Fp8E5m2Fnuz => Fp8E4m3Fnuz, Tf32;
        Fp6E3m2 => Fp6E2m3;
        Fp6E2m3 => Fp4E2m1, Int8;
        Fp4E2m1 => Fp6E3m2;
    }
}

#[test]
fn every_code_of_16_bits() {
    convert! { 11:
        Binary16 => Binary32, Bf16, Fp8E4m3Ocp, Fp8E5m2Fnuz;
        Bf16 => Binary16, Binary32, Tf32, Fp8E4m3Fnuz, Fp6E2m3;
    }
}

#[test]
fn wide_formats() {
    convert! { 3:
        Binary32 => Binary16, Bf16, Tf32, Fp8E4m3Ocp, Fp8E5m2Ocp, Fp4E2m1, Binary32, Binary64,
            Custom<8, 22, u32>, Custom<7, 23, u32>;
        Tf32 => Binary16, Bf16;
        Binary64 => Binary32;
        MnSingle => Binary16;
        Custom<8, 22, u32> => Tf32;
        Custom<7, 23, u32> => Custom<5, 11, u32>;
    }
}
