//! The explanations against the arithmetic of the machine that runs the tests, whose float
//! operations are exactly those of IEEE 754 to nearest even.

use super::operand::Operand;
use super::operation::Case;
use super::*;
use crate::numbers::Operation;
use softfloat::StaticFormat;
use softfloat::format::{Binary32, Binary64};

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A code of the format: any, or one with an exponent near the middle, or of few bits.
    fn code(&mut self, f: &Format) -> u64 {
        let (any, ones) = (self.next(), u64::MAX >> (64 - f.width));
        let near = |r: u64| (f.bias as u64 - 4 + r % 9) << f.man_bits;
        let fraction = (1u64 << f.man_bits) - 1;
        match self.next() % 8 {
            0 => any & ones,
            1 => any & ones & !(fraction >> 4),
            2 => any & fraction | any >> 63 << (f.width - 1),
            _ => near(self.next()) | any & fraction | any >> 63 << (f.width - 1),
        }
    }
}

fn explained(operation: Operation, f: &Format, x: &[u64]) -> u64 {
    let names = ["x", "y", "z"];
    let operands = names.iter().zip(x).map(|(name, code)| Operand::of(*name, f, *code)).collect();
    let case = Case { operation, exact: true, operands };
    case.explain(&mut Steps::default(), f, Env::IEEE).0
}

/// The operation in both precisions, `single` and `double` being the machine's.
fn agrees(
    operation: Operation,
    operands: usize,
    single: fn(&[f32]) -> f32,
    double: fn(&[f64]) -> f64,
) {
    let mut r = Random(operands as u64);
    for _ in 0..4000 {
        let f = Binary32::FORMAT;
        let x: Vec<u64> = (0..operands).map(|_| r.code(&f)).collect();
        let machine: Vec<f32> = x.iter().map(|c| f32::from_bits(*c as u32)).collect();
        let right = single(&machine);
        let found = f32::from_bits(explained(operation, &f, &x) as u32);
        let same = right.to_bits() == found.to_bits() || right.is_nan() && found.is_nan();
        assert!(same, "{operation:?} {x:x?}: {right:e} {found:e}");
        let f = Binary64::FORMAT;
        let x: Vec<u64> = (0..operands).map(|_| r.code(&f)).collect();
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
