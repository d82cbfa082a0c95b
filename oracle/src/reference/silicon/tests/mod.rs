//! Examples of every decision, worked out by hand.

mod amd;
mod arm;
mod ids;
mod nvidia;
mod scaled;
mod tenstorrent;
mod units;
mod x86;

use super::REFERENCE;
use super::operand::format;
use super::term::Term;
use crate::reference::Outcome;

/// What an operation answers.
fn ask(id: &str, options: &[(&str, &str)], operands: &[Vec<u64>]) -> Outcome {
    let outcome = REFERENCE.evaluate(&format!("silicon.{id}"), options, operands);
    outcome.unwrap_or_else(|| panic!("silicon.{id} {options:?} is known"))
}

/// A sum: what it shows, id, K, the pairs of factors by their k (elsewhere zeros), c, result.
type Sum = (&'static str, &'static str, usize, &'static [(usize, u64, u64)], u64, u64);

/// The operands of a sum.
fn operands(k: usize, pairs: &[(usize, u64, u64)], c: u64) -> Vec<Vec<u64>> {
    let (mut a, mut b) = (vec![0; k], vec![0; k]);
    for &(at, x, y) in pairs {
        (a[at], b[at]) = (x, y);
    }
    vec![a, b, vec![c]]
}

/// Every row gives its result.
fn hold(rows: &[Sum]) {
    for &(what, id, k, pairs, c, expected) in rows {
        let out = ask(id, &[], &operands(k, pairs, c)).out;
        assert_eq!(out, [expected], "{what}: {id}: {:x}, not {expected:x}", out[0]);
    }
}

#[test]
fn exponents_of_subnormal_numbers() {
    let rows = [
        ("f64", -1022),
        ("f32", -126),
        ("f16", -14),
        ("bf16", -126),
        ("tf32", -126),
        ("e5m2", -14),
        ("e4m3", -6),
        ("e5m2fnuz", -15),
        ("e4m3fnuz", -7),
        ("e3m2", -2),
        ("e2m3", 0),
        ("e2m1", 0),
    ];
    for (name, exponent) in rows {
        assert_eq!(Term::read(format(name).unwrap(), 1).exponent, exponent, "{name}");
    }
}

#[test]
fn what_is_not_known() {
    let none = |id: &str, options: &[(&str, &str)], operands: &[Vec<u64>]| {
        assert_eq!(REFERENCE.evaluate(id, options, operands), None, "{id} {options:?}");
    };
    let four = operands(4, &[], 0);
    let eight = operands(8, &[], 0);
    none("silicon.nvidia.volta.mma.k4.f16.f16.f32", &[], &four);
    none("silicon.nvidia.volta.mma.f16.f16.f32", &[], &eight);
    none("silicon.nvidia.volta.mma.f16.f16.f32", &[("rm", "rtz")], &four);
    none("silicon.nvidia.ampere.mma.k8.f16.bf16.f32", &[], &eight);
    none("silicon.nvidia.ampere.mma.k8.bf16.bf16.f16", &[], &eight);
    none("silicon.nvidia.turing.mma.k8.f16.f16.f32.f16", &[], &eight);
    none("silicon.nvidia.hopper.mma.k16.e4m3.e4m3.f32", &[], &operands(16, &[], 0));
    none("silicon.amd.cdna1.mfma.k4.f64.f64.f64", &[], &four);
    none("silicon.arm.bfmlal", &[("fz", "0")], &operands(1, &[], 0));
    none("silicon.arm.fdot.e4m3.e4m3.f16", &[("lscale", "128")], &operands(2, &[], 0));
}
