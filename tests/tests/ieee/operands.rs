//! Random operands near the hard cases of an operation.

use crate::random::{Codes, Draw, Random};
use oracle::reference::ieee::Operation;
use seeded::code;
use softfloat::{Env, Format, Rounding};

/// Operands of an operation in a format.
pub(crate) fn draw(random: &mut Random, operation: Operation, f: &Format) -> Vec<u64> {
    let mask = u64::MAX >> (64 - f.width);
    let a = random.code(f, f);
    let b = code!(f).second(random, a);
    let mut x = match operation {
        Operation::Sqrt => vec![radicand(random, f, a)],
        Operation::Div => vec![dividend(random, f, a, b), b],
        Operation::Fma => vec![a, b, addend(random, f, a, b)],
        _ => vec![a, b],
    };
    x.iter_mut().for_each(|code| *code &= mask);
    x
}

/// A square or a neighbour of one, or any code.
fn radicand(random: &mut Random, f: &Format, a: u64) -> u64 {
    if random.below(2) == 0 {
        return a;
    }
    let square = f.mul(a, a, &env(random)).bits;
    code!(f).near(random, square)
}

/// A product with the divisor or a neighbour of one, or any code.
fn dividend(random: &mut Random, f: &Format, a: u64, divisor: u64) -> u64 {
    if random.below(2) == 0 {
        return a;
    }
    let product = f.mul(a, divisor, &env(random)).bits;
    code!(f).near(random, product)
}

/// What cancels the product to a few bits, what lies near its last places, or any code.
fn addend(random: &mut Random, f: &Format, a: u64, b: u64) -> u64 {
    let product = f.mul(a, b, &env(random)).bits;
    match random.below(4) {
        0 => code!(f).near(random, product ^ 1 << (f.width - 1)),
        1 | 2 => code!(f).at_distance(random, product),
        _ => random.code(f, f),
    }
}

fn env(random: &mut Random) -> Env {
    Env::IEEE.rounding(*random.pick(&Rounding::ALL))
}
