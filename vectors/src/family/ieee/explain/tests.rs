//! The explanations against the arithmetic of the machine that runs the tests, whose float
//! operations are exactly those of IEEE 754 to nearest even.

use super::*;
use crate::family::ieee::Operation;
use crate::family::number::explain::operand::Operand;
use seeded::{Draw, Random, code};
use softfloat::format::{Binary32, Binary64};
use softfloat::{Env, StaticFormat};

/// A code of the format: of any class, or with an exponent near the middle.
fn code(r: &mut Random, f: &Format) -> u64 {
    let code = code!(f);
    if r.one_in(3) {
        return code.any(r);
    }
    let field = code.bias - 4 + r.below(9);
    code.with_field(r, field)
}

fn explained(operation: Operation, f: &Format, x: &[u64]) -> u64 {
    let names = ["x", "y", "z"];
    let named = names.iter().zip(x).map(|(name, code)| Operand::of(*name, f, *code));
    let mut operands: Vec<Operand> = named.collect();
    let mut steps = Steps::default();
    case(&mut Work::new(&mut steps, Env::IEEE), f, operation, true, &mut operands)
}

/// The operation in both precisions, `single` and `double` being the machine's.
fn agrees(
    operation: Operation,
    operands: usize,
    single: fn(&[f32]) -> f32,
    double: fn(&[f64]) -> f64,
) {
    let mut r = Random::new(operands as u64);
    for _ in 0..4000 {
        let f = Binary32::FORMAT;
        let x: Vec<u64> = (0..operands).map(|_| code(&mut r, &f)).collect();
        let machine: Vec<f32> = x.iter().map(|c| f32::from_bits(*c as u32)).collect();
        let right = single(&machine);
        let found = f32::from_bits(explained(operation, &f, &x) as u32);
        let same = right.to_bits() == found.to_bits() || right.is_nan() && found.is_nan();
        assert!(same, "{operation:?} {x:x?}: {right:e} {found:e}");
        let f = Binary64::FORMAT;
        let x: Vec<u64> = (0..operands).map(|_| code(&mut r, &f)).collect();
        let machine: Vec<f64> = x.iter().map(|c| f64::from_bits(*c)).collect();
        let right = double(&machine);
        let found = f64::from_bits(explained(operation, &f, &x));
        let same = right.to_bits() == found.to_bits() || right.is_nan() && found.is_nan();
        assert!(same, "{operation:?} {x:x?}: {right:e} {found:e}");
    }
}

#[test]
fn arithmetic_of_the_machine() {
    agrees(Operation::Add, 2, |x| x[0] + x[1], |x| x[0] + x[1]);
    agrees(Operation::Sub, 2, |x| x[0] - x[1], |x| x[0] - x[1]);
    agrees(Operation::Mul, 2, |x| x[0] * x[1], |x| x[0] * x[1]);
    agrees(Operation::Div, 2, |x| x[0] / x[1], |x| x[0] / x[1]);
    agrees(Operation::Fmod, 2, |x| x[0] % x[1], |x| x[0] % x[1]);
    agrees(Operation::Sqrt, 1, |x| x[0].sqrt(), |x| x[0].sqrt());
    agrees(Operation::Fma, 3, |x| x[0].mul_add(x[1], x[2]), |x| x[0].mul_add(x[1], x[2]));
    let integral = Operation::RoundToIntegral;
    agrees(integral, 1, |x| x[0].round_ties_even(), |x| x[0].round_ties_even());
    agrees(Operation::NextUp, 1, |x| x[0].next_up(), |x| x[0].next_up());
    agrees(Operation::NextDown, 1, |x| x[0].next_down(), |x| x[0].next_down());
}
