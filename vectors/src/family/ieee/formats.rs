//! The formats that have operations, with evaluators of their own.

use super::kernels::typed;
use super::operation::Operation;
use crate::registry::Typed;
use softfloat::format::{
    Bf16, Binary16, Binary32, Binary64, Fp4E2m1, Fp6E2m3, Fp6E3m2, Fp8E4m3Fnuz, Fp8E4m3Ocp,
    Fp8E5m2Fnuz, Fp8E5m2Ocp, Tf32,
};
use softfloat::{Format, StaticFormat};

/// A listed floating-point format.
#[derive(Debug)]
pub(super) struct Listed {
    /// The first part of its operations' ids.
    pub(super) system: &'static str,
    /// Its name in ids.
    pub(super) name: &'static str,
    pub(super) format: Format,
    /// The evaluator of an operation, with its own option on or off.
    pub(super) kernel: fn(Operation, bool) -> Typed,
}

macro_rules! listed {
    ($($system:literal $name:literal $ty:ident),* $(,)?) => {
        /// The formats that have operations.
        pub(super) static FLOATS: &[Listed] = &[$(Listed {
            system: $system,
            name: $name,
            format: $ty::FORMAT,
            kernel: typed::<$ty>,
        }),*];
    };
}

listed! {
    "ieee" "f16" Binary16, "ieee" "f32" Binary32, "ieee" "f64" Binary64,
    "ieee" "bf16" Bf16, "ieee" "tf32" Tf32,
    "fp8" "e4m3fn" Fp8E4m3Ocp, "fp8" "e5m2" Fp8E5m2Ocp,
    "fp8" "e4m3fnuz" Fp8E4m3Fnuz, "fp8" "e5m2fnuz" Fp8E5m2Fnuz,
    "fp6" "e3m2fn" Fp6E3m2, "fp6" "e2m3fn" Fp6E2m3, "fp4" "e2m1fn" Fp4E2m1,
}
