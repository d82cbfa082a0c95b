use super::super::arithmetic::{Difference, Fused, Product, Quotient, Root, Sum};
use super::{check, environments};
use crate::format::{Fp4E2m1, Fp6E2m3, Fp6E3m2, Fp8E4m3Fnuz, Fp8E4m3Ocp, Fp8E5m2Fnuz, Fp8E5m2Ocp};
use crate::{Bits, StaticFormat};

/// Every pair of codes in every environment.
fn pairs<F: StaticFormat>() {
    let codes = 1u128 << F::FORMAT.width;
    let all = |of: fn(u128, u128) -> u128| -> Vec<F::Bits> {
        (0..codes * codes).map(|i| F::Bits::low(of(i, codes))).collect()
    };
    let (a, b) = (all(|i, n| i / n), all(|i, n| i % n));
    let step = if F::FORMAT.width == 8 { 5 } else { 1 };
    for env in environments().iter().step_by(step) {
        check::<F, F, Sum, 2>(env, [&a, &b]);
        check::<F, F, Difference, 2>(env, [&a, &b]);
        check::<F, F, Product, 2>(env, [&a, &b]);
        check::<F, F, Quotient, 2>(env, [&a, &b]);
        check::<F, F, Root, 1>(env, [&b[..codes as usize]]);
    }
}

#[test]
fn fp8_ocp() {
    pairs::<Fp8E4m3Ocp>();
    pairs::<Fp8E5m2Ocp>();
}

#[test]
fn fp8_fnuz() {
    pairs::<Fp8E4m3Fnuz>();
    pairs::<Fp8E5m2Fnuz>();
}

#[test]
fn fp6_and_fp4() {
    pairs::<Fp6E3m2>();
    pairs::<Fp6E2m3>();
    pairs::<Fp4E2m1>();
}

#[test]
fn fp4_triples() {
    let all =
        |shift: u32| -> Vec<u8> { (0..1u32 << 12).map(|i| (i >> shift & 15) as u8).collect() };
    for env in environments() {
        check::<Fp4E2m1, Fp4E2m1, Fused, 3>(&env, [&all(8), &all(4), &all(0)]);
    }
}
